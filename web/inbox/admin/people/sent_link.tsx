/**
 * A link that was just made for somebody: shown this once, and what became of the e-mail with it.
 * @module
 */
import { Check } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { CopyBlock } from "../../../kit/copy_block.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { formatFull } from "../../../kit/format.ts";
import { kitWords } from "../../../kit/kit_words.ts";
import { language } from "../../../kit/words.ts";
import type { AdminApi } from "../admin_api.ts";
import { words } from "./words.ts";

/** A person with their link. */
export type SentLink = AdminApi["POST /admin/people"]["data"];

/** The window. Only its button closes it. */
export function SentLinkDialog({ sent, onClose }: {
  readonly sent: SentLink;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const { person, link, mail } = sent;
  return (
    <Dialog title={t.linkTitle(person.name)} closeLabel="" canDismiss={false} onClose={onClose}>
      <p class="notice notice-warning">{t.linkOnce}</p>
      <CopyBlock
        title={t.linkLabel}
        text={link.url}
        copyLabel={kitWords.value.copy}
        copiedLabel={kitWords.value.copied}
      />
      <p>
        {t.linkUntil(formatFull(link.expiresAt))} {mail.state === "sent" && t.mailSent(person.login)}
        {mail.state === "off" && t.mailOff}
        {mail.state === "no_address" && t.mailNoAddress}
      </p>
      {mail.state === "failed" && (
        <p class="notice notice-danger" role="alert">
          {t.mailFailed} {mail.reason[language.value]}
        </p>
      )}
      <div class="dialog-foot">
        <Button look="primary" icon={Check} label={t.linkDone} onPress={onClose} />
      </div>
    </Dialog>
  );
}
