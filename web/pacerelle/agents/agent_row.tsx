/**
 * One agent in the list, and what can be done with it.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Bot, EllipsisVertical, KeyRound, MessageSquare, Pencil, Trash2 } from "lucide";
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { MenuItem, Popover } from "../../kit/menu.tsx";
import { toast } from "../../kit/toasts.tsx";
import type { AgentView } from "../app/state_types.ts";
import { addressOf } from "../frame/place.ts";
import { app, sayTold } from "../state.ts";
import { ConnectDialog } from "./connect_dialog.tsx";
import { Presence } from "./presence.tsx";
import { RenameDialog } from "./rename_dialog.tsx";
import { words } from "./words.ts";

type Doing = "rename" | "rotate" | "remove" | null;

/** The row. */
export function AgentRow({ agent, canChange }: { readonly agent: AgentView; readonly canChange: boolean }) {
  const t = words.value;
  const doing = useSignal<Doing>(null);
  const name = agent.name ?? t.unnamed;
  const stop = () => doing.value = null;
  const isKnown = agent.name !== null;
  return (
    <li class="card">
      <span class="card-icon">
        <Icon of={Bot} />
      </span>
      <div class="card-text">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <Presence agent={agent} />
        {!isKnown && <p class="secondary">{t.unnamedHint}</p>}
        <code class="card-id">{agent.id}</code>
      </div>
      <div class="card-actions">
        {isKnown && (
          <a
            class="button button-icon"
            href={addressOf({ name: "conversations", agent: agent.id })}
            aria-label={t.writeTo(name)}
            title={t.writeTo(name)}
          >
            <Icon of={MessageSquare} />
          </a>
        )}
        {canChange && (
          <Popover label={t.actions(name)} icon={EllipsisVertical} isIconOnly align="end" kind="menu">
            {(close) => {
              const begin = (what: Doing) => () => {
                close();
                doing.value = what;
              };
              return (
                <>
                  {isKnown && <MenuItem icon={Pencil} label={t.rename} onPress={begin("rename")} />}
                  <MenuItem icon={KeyRound} label={t.rotate} onPress={begin("rotate")} />
                  <MenuItem icon={Trash2} label={t.remove} isDanger onPress={begin("remove")} />
                </>
              );
            }}
          </Popover>
        )}
      </div>
      {doing.value === "rename" && <RenameDialog agent={agent} onClose={stop} />}
      {doing.value === "rotate" && <ConnectDialog of={agent} onClose={stop} />}
      {doing.value === "remove" && (
        <ConfirmDialog
          title={t.removeTitle(name)}
          confirmLabel={t.remove}
          onClose={stop}
          onConfirm={async () => {
            const outcome = await app.run("removeAgent", { agent: agent.id });
            if (!outcome.ok) return sayTold(outcome.refusal);
            toast(t.removed(name));
            return undefined;
          }}
        >
          <p>{t.removeMeans}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
