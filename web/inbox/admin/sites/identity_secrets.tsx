/**
 * The secrets that a site's server signs identities with: made, shown once, taken away.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Check, KeyRound } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { ConfirmDialog } from "../../../kit/confirm_dialog.tsx";
import { CopyBlock } from "../../../kit/copy_block.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { formatFull } from "../../../kit/format.ts";
import { kitWords } from "../../../kit/kit_words.ts";
import { toast } from "../../../kit/toasts.tsx";
import { faultOf, loaded } from "../../load.ts";
import { callAdmin, type SiteView } from "../admin_api.ts";
import { words } from "./words.ts";

type Secret = SiteView["secrets"][number];

/** What a site's server does with its secret, as docs/widget.md tells. */
const SIGN = `import { SignJWT } from "jose";

const identity = await new SignJWT({ name: user.name, email: user.email })
  .setProtectedHeader({ alg: "HS256" })
  .setSubject(user.id)
  .setExpirationTime("10m")
  .sign(new TextEncoder().encode(process.env.MESSAGERIE_IDENTITY_SECRET));`;

/** What the page does with what was signed: these work whether the widget's script has come already or not. */
const TELL = `(window.Messagerie ??= []).push(["setUser", identity]);`;
const FORGET = `(window.Messagerie ??= []).push(["shutdown"]);`;

/** The part of a site's card. */
export function IdentitySecrets({ site, onDone }: { readonly site: SiteView; readonly onDone: () => void }) {
  const t = words.value;
  const asked = useSignal<Secret | "new" | undefined>(undefined);
  const made = useSignal<string | undefined>(undefined);
  const question = asked.value;
  const close = () => void (asked.value = undefined);

  async function make(): Promise<string | undefined> {
    const created = await loaded(
      callAdmin("POST /admin/sites/{siteId}/secrets", { params: { siteId: site.id } }),
    );
    if (created.ok) made.value = created.value.secret;
    onDone();
    return created.ok ? undefined : created.message;
  }

  async function remove({ id }: Secret): Promise<string | undefined> {
    const fault = await faultOf(
      callAdmin("DELETE /admin/sites/{siteId}/secrets/{secretId}", {
        params: { siteId: site.id, secretId: id },
      }),
    );
    if (fault === undefined) toast(t.secretRemoved);
    onDone();
    return fault;
  }

  return (
    <div class="card-part">
      <div class="card-head">
        <div>
          <h3>{t.identity}</h3>
          <p class="page-hint">{t.identityHint}</p>
        </div>
        {site.secretsPossible && (
          <Button
            icon={KeyRound}
            label={t.makeSecret}
            onPress={() => void (asked.value = "new")}
          />
        )}
      </div>
      {!site.secretsPossible && <p class="notice">{t.notPossible}</p>}
      {site.secretsPossible && site.secrets.length === 0 && <p class="muted">{t.noSecret}</p>}
      {site.secrets.length > 0 && (
        <ul class="plain-list">
          {site.secrets.map((secret) => (
            <li key={secret.id}>
              <span>{t.madeOn(formatFull(secret.createdAt))}</span>
              <Button
                class="button-small"
                label={t.removeSecret}
                aria-label={t.removeSecretOf(formatFull(secret.createdAt))}
                onPress={() => void (asked.value = secret)}
              />
            </li>
          ))}
        </ul>
      )}
      {question === "new" && (
        <ConfirmDialog
          title={t.makeSecret}
          look="primary"
          confirmLabel={t.makeSecret}
          onConfirm={make}
          onClose={close}
        >
          <p>{site.secrets.length < 2 ? t.makeSecretBody : t.replaceSecretBody}</p>
        </ConfirmDialog>
      )}
      {question !== undefined && question !== "new" && (
        <ConfirmDialog
          title={t.removeSecretOf(formatFull(question.createdAt))}
          confirmLabel={t.removeSecret}
          onConfirm={() => remove(question)}
          onClose={close}
        >
          <p>{t.removeSecretBody}</p>
        </ConfirmDialog>
      )}
      {made.value !== undefined && (
        <SecretDialog
          secret={made.value}
          onClose={() => void (made.value = undefined)}
        />
      )}
    </div>
  );
}

function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const t = words.value;
  const { copy, copied } = kitWords.value;
  return (
    <Dialog title={t.secretTitle} closeLabel="" canDismiss={false} onClose={onClose} class="dialog-wide">
      <p class="notice notice-warning">{t.secretOnce}</p>
      <CopyBlock title={t.secret} text={secret} copyLabel={copy} copiedLabel={copied} />
      <CopyBlock title={t.sign} text={SIGN} copyLabel={copy} copiedLabel={copied} />
      <CopyBlock title={t.use} text={TELL} copyLabel={copy} copiedLabel={copied} />
      <CopyBlock title={t.forget} text={FORGET} copyLabel={copy} copiedLabel={copied} />
      <div class="dialog-foot">
        <Button look="primary" icon={Check} label={t.secretDone} onPress={onClose} />
      </div>
    </Dialog>
  );
}
