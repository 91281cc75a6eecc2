/**
 * A reply as an e-mail: subject, both bodies, signature, what it follows. Pure: the same row gives the same e-mail.
 * @module
 */
import type { LeasedOutbound } from "../../../store/messagerie/outbound.ts";
import { escapeHtml, markdownToHtml, markdownToPlain, parseMarkdown } from "../markdown.ts";
import type { EmailMessage } from "./provider.ts";

/** References told in one e-mail: enough for any mail program to keep the thread together, and a short header. */
export const MAX_REFERENCES = 20;

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x1f\x7f\u2028\u2029]+/g;

/** Names come from people and programs: on one line in a header, whatever they hold. */
function oneLine(text: string): string {
  return text.replace(CONTROLS, " ").trim();
}

/** Composes the e-mail. `references`: Message-IDs of the conversation's earlier e-mails, oldest first. */
export function composeEmail(
  row: Pick<LeasedOutbound, "messageId" | "recipient" | "body" | "authorName" | "site">,
  references: readonly string[],
): EmailMessage {
  const blocks = parseMarkdown(row.body);
  const site = oneLine(row.site);
  const author = oneLine(row.authorName ?? "");
  const signature = [author, site].filter((line) => line !== "");
  const subject = `Votre échange avec ${site}`;
  return {
    key: row.messageId,
    recipient: row.recipient,
    senderName: signature.join(" — "),
    subject: references.length > 0 ? `Re: ${subject}` : subject,
    text: [markdownToPlain(blocks), ["-- ", ...signature].join("\n")].join("\n\n") + "\n",
    html: `<!doctype html><html lang="fr"><head><meta charset="utf-8"></head><body>${
      markdownToHtml(blocks)
    }<p>-- <br>${signature.map(escapeHtml).join("<br>")}</p></body></html>`,
    references,
  };
}
