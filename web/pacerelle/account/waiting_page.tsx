/**
 * A new device waits to be let in: by its code, by six digits, or by the recovery key.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import { CopyBlock } from "../../kit/copy_block.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { account, app, connection, pairing, say, sayTold } from "../state.ts";
import { DigitsWay } from "./digits_way.tsx";
import { KeyWay } from "./key_way.tsx";
import { QrCode } from "./qr_code.tsx";
import { words } from "./words.ts";

/** The page. */
export function WaitingPage() {
  const t = words.value;
  const k = kitWords.value;
  const isLeaving = useSignal(false);
  const { value: view } = pairing;
  const code = view?.side === "new" ? view.code : null;
  const { state, error } = connection.value;
  return (
    <main class="door door-top" id="main">
      <div class="door-card door-wide">
        <header class="door-head">
          <h1>{t.title}</h1>
          <p class="secondary">{t.intro(account.value?.email ?? "")}</p>
        </header>
        {state !== "connected" && state !== "connecting" && error !== null && (
          <p class="notice notice-warning" role="status">
            {say(error.words)} {error.advice && say(error.advice)}
          </p>
        )}
        <Tabs
          label={t.ways}
          tabs={[
            {
              id: "code",
              label: t.byCode,
              content: () => (
                <>
                  <p>{t.scan}</p>
                  {code !== null && (
                    <>
                      <QrCode text={code} label={t.qr} />
                      <CopyBlock title={t.code} text={code} copyLabel={k.copy} copiedLabel={k.copied} />
                    </>
                  )}
                  <p class="notice notice-warning">{t.codeWarning}</p>
                  <p class="secondary" role="status">
                    <span class="spinner" aria-hidden="true" /> {t.waitingFor}
                  </p>
                </>
              ),
            },
            { id: "digits", label: t.byDigits, content: () => <DigitsWay /> },
            { id: "key", label: t.byKey, content: () => <KeyWay /> },
          ]}
        />
        <Button look="quiet" label={t.leave} onPress={() => void (isLeaving.value = true)} class="wide" />
      </div>
      {isLeaving.value && (
        <ConfirmDialog
          title={t.leaveTitle}
          confirmLabel={t.leave}
          look="primary"
          onClose={() => isLeaving.value = false}
          onConfirm={async () => {
            const outcome = await app.run("logOut", { force: true });
            return outcome.ok ? undefined : sayTold(outcome.refusal);
          }}
        >
          <p>{t.leaveMeans}</p>
        </ConfirmDialog>
      )}
    </main>
  );
}
