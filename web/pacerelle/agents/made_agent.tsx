/**
 * What a new or renewed agent's host is given: identifier, token and texts, shown this once, and whether the agent has come.
 * @module
 */
import { useSignal } from "@preact/signals";
import { CircleCheckBig } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { CopyBlock } from "../../kit/copy_block.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { go } from "../../kit/router.ts";
import { Tabs } from "../../kit/tabs.tsx";
import type { MadeAgentView } from "../app/api.ts";
import { addressOf } from "../frame/place.ts";
import { agents } from "../state.ts";
import { CarryOver } from "./carry_over.tsx";
import { words } from "./words.ts";

type Text = MadeAgentView["hosts"][number];

/** The window. It closes by its buttons alone: what it shows is shown once. */
export function MadeAgent({ made, isRenewed, onClose }: {
  readonly made: MadeAgentView;
  readonly isRenewed: boolean;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const k = kitWords.value;
  const isCopied = useSignal(false);
  const isLeaving = useSignal(false);
  const shown = useSignal<string | undefined>(undefined);
  const foot = useRef<HTMLDivElement>(null);
  // The question has pushed its answers down, on a phone out of sight.
  useLayoutEffect(() => {
    if (isLeaving.value) foot.current?.scrollIntoView({ block: "end" });
  }, [isLeaving.value]);
  const host = made.hosts.find(({ id }) => id === shown.value) ?? made.hosts[0];
  const agent = agents.value.find(({ id }) => id === made.id);
  // No more than that: the relay says that it is there, and this device has checked that it is the one.
  const isThere = agent?.presence.state === "online" && agent.isVerified;
  const copied = () => isCopied.value = true;
  const block = (title: string, text: string) => (
    <CopyBlock title={title} text={text} copyLabel={k.copy} copiedLabel={k.copied} onCopy={copied} />
  );
  const leave = () => {
    if (isThere || isCopied.value || isLeaving.value) onClose();
    else isLeaving.value = true;
  };
  return (
    <Dialog
      title={isRenewed ? t.renewedTitle(made.name) : t.madeTitle(made.name)}
      closeLabel={k.close}
      canDismiss={false}
      onClose={onClose}
      class="dialog-wide"
    >
      <p class="notice notice-warning">{t.shownOnce}</p>
      <div class={`waiting-agent ${isThere ? "notice-success" : ""}`} role="status">
        {isThere ? <Icon of={CircleCheckBig} /> : <span class="spinner" aria-hidden="true" />}
        <div>
          <strong>{isThere ? t.connected(made.name) : t.waiting(made.name)}</strong>
          {!isThere && <p>{t.waitingHint}</p>}
        </div>
      </div>
      <div class="pair">
        {block(t.identifier, made.id)}
        {block(t.token, made.token)}
      </div>
      <section class="stack">
        <h3>{t.hosts}</h3>
        <Tabs
          label={t.hosts}
          shown={shown.value}
          onShow={(id) => shown.value = id}
          tabs={made.hosts.map((host) => ({
            id: host.id,
            label: host.id === "mcp-json" ? `${host.host} · ${host.file}` : host.host,
            content: () => (
              <>
                <p class="secondary">{howTo(host)}</p>
                {block(host.file ?? host.host, host.text)}
                {host.secret !== "text" && (
                  <p class="secondary">{host.secret === "asked" ? t.secretAsked : t.secretInVariable}</p>
                )}
              </>
            ),
          }))}
        />
        {host !== undefined && <CarryOver key={host.id} name={made.name} host={host} onShared={copied} />}
      </section>
      {isLeaving.value && !isThere && (
        <div class="notice notice-danger" role="alert">
          <strong>{t.leaveTitle}</strong>
          <p>{t.leaveMeans}</p>
        </div>
      )}
      <div ref={foot} class="dialog-foot">
        {isLeaving.value && !isThere
          ? (
            <>
              <Button label={t.stay} onPress={() => isLeaving.value = false} />
              <Button look="danger" label={t.leave} onPress={onClose} />
            </>
          )
          : (
            <>
              <Button label={isThere ? k.close : t.done} onPress={leave} />
              {isThere && (
                <Button
                  look="primary"
                  label={t.write}
                  onPress={() => {
                    onClose();
                    go(addressOf({ name: "conversations", agent: made.id }));
                  }}
                />
              )}
            </>
          )}
      </div>
    </Dialog>
  );
}

function howTo({ format, file }: Text): string {
  const t = words.value;
  if (format === "sh") return t.pasteInTerminal;
  return format === "env" ? t.pasteAnywhere : t.pasteInFile(file ?? "");
}
