/**
 * The window "Jeton créé": the token, this once, and what to paste where. It stays until its own button closes it, and asks
 * again when nothing was copied.
 * @module
 */
import { signal, useSignal } from "@preact/signals";
import { Check } from "lucide";
import { useLayoutEffect } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { CopyBlock } from "../../../kit/copy_block.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { kitWords } from "../../../kit/kit_words.ts";
import { ConnectTabs, type CreatedToken } from "./connect_tabs.tsx";
import { words } from "./words.ts";

/** What the window shows. It outlives the page below it: going back by mistake and forth again finds it here. */
export const shownToken = signal<CreatedToken | undefined>(undefined);

/** The window, while there is a token to show. */
export function CreatedTokenDialog() {
  const shown = shownToken.value;
  return shown === undefined ? null : <Window created={shown} />;
}

function Window({ created }: { readonly created: CreatedToken }) {
  const t = words.value;
  const isCopied = useSignal(false);
  const isAsking = useSignal(false);
  const copied = () => void (isCopied.value = true);

  useLayoutEffect(() => {
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", hold);
    return () => removeEventListener("beforeunload", hold);
  }, []);

  function close(): void {
    // What was selected and copied by hand is not seen here: the question can be answered with one key.
    if (isCopied.value || isAsking.value) shownToken.value = undefined;
    else isAsking.value = true;
  }

  return (
    <Dialog title={t.createdTitle} closeLabel="" canDismiss={false} onClose={() => {}} class="dialog-wide">
      <p class="notice notice-warning">{t.once}</p>
      <div onCopy={copied} class="created-token">
        <CopyBlock
          title={`${t.token} — ${created.label}`}
          text={created.token}
          copyLabel={kitWords.value.copy}
          copiedLabel={kitWords.value.copied}
          onCopy={copied}
        />
        <h3>{t.connect}</h3>
        <ConnectTabs created={created} onCopy={copied} />
      </div>
      {isAsking.value && (
        <div class="notice notice-danger" role="alert">
          <strong>{t.sure}</strong>
          <p>{t.sureBody}</p>
        </div>
      )}
      <div class="dialog-foot">
        {isAsking.value
          ? (
            <>
              <Button look="danger" label={t.sureLeave} onPress={close} />
              <Button
                look="primary"
                label={t.sureStay}
                onPress={() => void (isAsking.value = false)}
              />
            </>
          )
          : <Button look="primary" icon={Check} label={t.done} onPress={close} />}
      </div>
    </Dialog>
  );
}
