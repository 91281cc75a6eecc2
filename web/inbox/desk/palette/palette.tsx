/**
 * The command palette: every command and every conversation, by a few letters.
 * @module
 */
import { useSignal } from "@preact/signals";
import { MessagesSquare } from "lucide";
import type { IconNode } from "lucide";
import { useEffect, useId, useRef } from "preact/hooks";
import { fold } from "../../../../base/text.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { words } from "../../words.ts";
import { deskApi } from "../desk_api.ts";
import { desk } from "../desk.ts";
import { dialog, show, view } from "../ui.ts";
import { deskWords } from "../words.ts";
import { commands } from "./commands.ts";

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly icon: IconNode;
  readonly group: "actions" | "conversations";
  readonly run: () => unknown;
}

/** Conversations of the list that are offered beside those that the server finds. */
const MOST_NEAR = 8;
const CALM_MS = 150;

/** The palette, while it is open. */
export function Palette() {
  const t = deskWords.value;
  const query = useSignal("");
  const chosen = useSignal(0);
  const found = useSignal<readonly Entry[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => dialog.value = undefined;

  const wanted = fold(query.value.trim());
  const open = (conversation: string) => () => show({ ...view.value, search: undefined, conversation });
  const ofCommands = commands().flatMap((group) => group.commands).map((command): Entry => ({
    id: command.id,
    label: command.label,
    hint: command.key,
    icon: command.icon,
    group: "actions",
    run: command.run,
  }));
  const near = desk().list.lines.value.map(({ item }): Entry => ({
    id: item.id,
    label: item.contact.name,
    hint: item.inbox?.name,
    icon: MessagesSquare,
    group: "conversations",
    run: open(item.id),
  })).filter(({ label }) => fold(label).includes(wanted)).slice(0, MOST_NEAR);
  const known = new Set(near.map((entry) => entry.id));
  const entries = [
    ...ofCommands.filter(({ label }) => fold(label).includes(wanted)),
    ...near,
    ...(wanted === "" ? [] : found.value.filter((entry) => !known.has(entry.id))),
  ];
  const at = Math.min(chosen.value, entries.length - 1);

  useEffect(() => {
    const asked = query.value.trim();
    if (asked.length < 2) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { messages, contacts } = await deskApi.search(asked, abort.signal);
        const byId = new Map<string, Entry>();
        for (const message of messages) {
          if (byId.has(message.conversationId)) continue;
          byId.set(message.conversationId, {
            id: message.conversationId,
            label: message.contactName,
            hint: message.body.slice(0, 60).toWellFormed(),
            icon: MessagesSquare,
            group: "conversations",
            run: open(message.conversationId),
          });
        }
        const people = contacts.slice(0, MOST_NEAR).map((contact): Entry => ({
          id: contact.id,
          label: contact.name,
          hint: contact.email ?? contact.phone ?? undefined,
          icon: MessagesSquare,
          group: "conversations",
          run: () => show({ ...view.value, search: contact.name, conversation: undefined }),
        }));
        found.value = [...people, ...byId.values()];
      } catch {
        // What the page knows by itself is offered all the same.
      }
    }, CALM_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query.value]);

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function run(entry: Entry | undefined): void {
    if (entry === undefined) return;
    close();
    // After the dialog has given the focus back: what it opens takes it.
    setTimeout(() => void entry.run(), 0);
  }

  function press(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      chosen.value = (at + step + entries.length) % entries.length;
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      run(entries[at]);
    }
  }

  return (
    <Dialog title={t.palette} closeLabel={words.value.close} onClose={close} class="palette">
      <input
        class="input"
        type="text"
        role="combobox"
        autoFocus
        autocomplete="off"
        aria-label={t.palettePlaceholder}
        placeholder={t.palettePlaceholder}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} class="palette-list" role="listbox" aria-label={t.palette}>
        {entries.length === 0 && <p class="list-empty" role="presentation">{t.paletteEmpty}</p>}
        {entries.map((entry, index) => (
          <div
            key={`${entry.group} ${entry.id}`}
            id={`${id}-${index}`}
            class="palette-item"
            role="option"
            aria-selected={index === at}
            onPointerMove={() => chosen.value = index}
            onClick={() => run(entry)}
          >
            <Icon of={entry.icon} />
            <bdi class="palette-label">{entry.label}</bdi>
            {entry.hint !== undefined &&
              (entry.group === "actions"
                ? <kbd>{entry.hint}</kbd>
                : <bdi class="palette-hint">{entry.hint}</bdi>)}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
