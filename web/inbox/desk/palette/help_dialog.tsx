/**
 * Every shortcut there is, and the switch that turns single keys off.
 * @module
 */
import { Checkbox } from "../../../kit/choice.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { words } from "../../words.ts";
import { dialog, singleKeys } from "../ui.ts";
import { deskWords } from "../words.ts";
import { allCommands } from "./commands.ts";
import { commandKey, sendKey } from "./keys.ts";

type Shortcut = readonly [keys: string, label: string];

/** The dialog, while it is open. */
export function HelpDialog() {
  const t = deskWords.value;
  const [conversation, anywhere] = allCommands().map(({ commands }) =>
    commands.flatMap(({ key, label }): Shortcut[] => key === undefined ? [] : [[key, label]])
  );
  const groups: readonly (readonly [string, readonly Shortcut[]])[] = [
    [t.helpAnywhere, [
      ["j", t.keys.next],
      ["k", t.keys.previous],
      ["↵", t.keys.open],
      ["Esc", t.keys.back],
      [`${commandKey()} K`, t.palette],
      ...anywhere ?? [],
    ]],
    [t.helpConversation, conversation ?? []],
    [t.helpWriting, [
      [sendKey(), t.send],
      [`${commandKey()} + ⇧ + ↵`, t.sendAndResolve],
      ["/", t.cannedReplies],
      ["Esc", t.keys.back],
    ]],
  ];
  return (
    <Dialog
      title={t.help}
      closeLabel={words.value.close}
      onClose={() => dialog.value = undefined}
      class="help"
    >
      <div class="help-groups">
        {groups.map(([title, shortcuts]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl class="help-list">
              {shortcuts.map(([keys, label]) => (
                <div key={keys + label}>
                  <dt>{label}</dt>
                  <dd>
                    <kbd>{keys}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        isSwitch
        label={t.singleKeys}
        hint={t.singleKeysHint}
        value={singleKeys.value}
        onValue={(value) => singleKeys.value = value}
      />
    </Dialog>
  );
}
