/**
 * Links by e-mail: who is invited, who lost a password. Sent at once and kept nowhere, since the link is a secret; never a
 * password. Nobody knows yet which language the reader chose, so that French comes first and English below.
 * @module
 */
import { errorName } from "../../../base/log.ts";
import { uuidv7 } from "../../../base/uuid.ts";
import { normalizeEmail } from "../addresses.ts";
import { escapeHtml } from "../markdown.ts";
import { DELIVERY_CODES, type DeliveryCode } from "../outbound/delivery_codes.ts";
import type { AccountDesk } from "./account_desk.ts";
import type { Link } from "./links.ts";

/** How long a person who pressed a button waits for the mail server. */
const PATIENCE_MS = 15_000;

/** What became of an e-mail. `off`: none leaves; `no_address`: the login is no address. */
export type MailState =
  | { readonly state: "sent" | "off" | "no_address"; readonly reason: null }
  | { readonly state: "failed"; readonly reason: { readonly fr: string; readonly en: string } };

/** Whether a login is an address to write to. */
export function isAddress(login: string): boolean {
  return normalizeEmail(login) !== null;
}

interface Letter {
  readonly subject: string;
  readonly french: readonly string[];
  readonly english: readonly string[];
}

/** The letter that brings an invitation. */
export function invitationLetter(by: string): Letter {
  return {
    subject: "Votre accès à la messagerie",
    french: [
      `${by} vous invite à la messagerie. Choisissez votre mot de passe à cette adresse, dans les sept jours :`,
      "Si vous n’attendiez pas ce message, ignorez-le.",
    ],
    english: [
      `${by} invites you to the support desk. Choose your password at the address above, within seven days.`,
      "If you did not expect this message, ignore it.",
    ],
  };
}

/** The letter that brings the way to another password. `hours`: how long its link opens. */
export function resetLetter(hours: number): Letter {
  const [fr, en] = hours === 1 ? ["dans l’heure", "within an hour"] : [
    `dans les ${hours} heures`,
    `within ${hours} hours`,
  ];
  return {
    subject: "Votre mot de passe de la messagerie",
    french: [
      `Un nouveau mot de passe a été demandé pour vous. Choisissez-le à cette adresse, ${fr} :`,
      "Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.",
    ],
    english: [
      `A new password was asked for. Choose it at the address above, ${en}.`,
      "If you asked for nothing, ignore this message: your password stays.",
    ],
  };
}

/** Sends a letter with its link to a login, and tells what became of it. Never rejects. */
export async function sendLetter(
  desk: Pick<AccountDesk, "mail" | "env" | "log">,
  login: string,
  letter: Letter,
  link: Link,
): Promise<MailState> {
  if (desk.mail === undefined) return { state: "off", reason: null };
  if (!isAddress(login)) return { state: "no_address", reason: null };
  const [opening = "", ...closing] = letter.french;
  const paragraphs = [opening, link.url, ...closing, "—", ...letter.english];
  try {
    const outcome = await desk.mail.send({
      recipient: login,
      key: uuidv7(desk.env),
      senderName: "Messagerie",
      subject: letter.subject,
      text: paragraphs.join("\n\n") + "\n",
      html: `<!doctype html><html lang="fr"><head><meta charset="utf-8"></head><body>${
        paragraphs.map((text) =>
          text === link.url
            ? `<p><a href="${escapeHtml(text)}">${escapeHtml(text)}</a></p>`
            : `<p>${escapeHtml(text)}</p>`
        ).join("")
      }</body></html>`,
      references: [],
    }, AbortSignal.timeout(PATIENCE_MS));
    if (outcome.kind === "accepted") return { state: "sent", reason: null };
    return failed(outcome.code);
  } catch (error) {
    desk.log.warn("letter_failed", { error: errorName(error) });
    return failed("PROVIDER_ERROR");
  }
}

function failed(code: DeliveryCode): MailState {
  return { state: "failed", reason: DELIVERY_CODES[code] };
}
