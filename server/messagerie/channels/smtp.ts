/**
 * E-mail by SMTP, through nodemailer. TLS is what the URL says (`smtps:` from the start, `smtp:` by STARTTLS where the
 * server offers it); a password never goes out in clear except on this machine or where the URL asks for it.
 * @module
 */
import { createTransport } from "nodemailer";
import type {
  EmailMessage,
  OutboundProvider,
  SendOutcome,
} from "../../../service/messagerie/outbound/provider.ts";
import { isMailAddress, parseMailFrom } from "./mail_from.ts";

/** How e-mail leaves. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user, password and nodemailer's options in the query. Secret. */
  readonly url: string;
  /** `address` or `Name <address>`. */
  readonly from: string;
}

// Bounds per step; the whole attempt is bounded by the worker. A server may take its time after the last line.
const CONNECTION_MS = 15_000;
const GREETING_MS = 15_000;
const SILENCE_MS = 90_000;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** The provider of the e-mail channel. @throws {TypeError} when a setting is malformed; the error tells no secret. */
export function createSmtpProvider(options: SmtpOptions): OutboundProvider<EmailMessage> {
  const from = parseMailFrom(options.from);
  if (from === null) throw new TypeError("the sending address is not an e-mail address");
  const url = URL.canParse(options.url) ? new URL(options.url) : null;
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    throw new TypeError("the SMTP address is not an smtp:// or smtps:// URL");
  }
  const transport = createTransport({
    url: options.url,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(url.username !== "" && !LOOPBACK.has(url.hostname) && !url.searchParams.has("requireTLS")
      ? { requireTLS: true }
      : {}),
  });
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async send(message, signal) {
      if (!isMailAddress(message.recipient)) return { kind: "refused", code: "RECIPIENT_INVALID" };
      const messageId = `<${message.key}@${domain}>`;
      try {
        await transport.sendMail({
          signal,
          messageId,
          from: { name: from.name || message.senderName, address: from.address },
          to: { name: "", address: message.recipient },
          subject: message.subject,
          text: message.text,
          html: message.html,
          ...(message.references.length > 0
            ? { inReplyTo: message.references.at(-1) ?? "", references: [...message.references] }
            : {}),
        });
        return { kind: "accepted", providerId: messageId };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** The parts of nodemailer's errors that are looked at. */
interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly syscall?: unknown;
}

/** Errors that come before the message was handed over. */
const BEFORE_MESSAGE = new Set(["EDNS", "ETLS", "EREQUIRETLS", "EPROXY", "ECONFIG", "ENOAUTH"]);

/** What an error of nodemailer says of the message (RFC 5321, 4.2: 4yz may pass later, 5yz never will). */
function outcomeOf(error: unknown): SendOutcome {
  const { code, responseCode, command, syscall } = (error ?? {}) as SmtpError;
  if (code === "EAUTH") return { kind: "later", code: "PROVIDER_AUTH" };
  if (typeof responseCode === "number") {
    if (responseCode < 500) return { kind: "later", code: "PROVIDER_BUSY" };
    if (command === "RCPT TO") return { kind: "refused", code: "RECIPIENT_REFUSED" };
    if (command === "DATA") return { kind: "refused", code: "MESSAGE_REFUSED" };
    // Greeting, EHLO, MAIL FROM: it is the setup that is refused, and somebody may be mending it.
    return { kind: "later", code: command === "MAIL FROM" ? "SENDER_REFUSED" : "PROVIDER_ERROR" };
  }
  if (code === "EENVELOPE") return { kind: "refused", code: "RECIPIENT_INVALID" };
  if (code === "EMESSAGE") return { kind: "refused", code: "MESSAGE_REFUSED" };
  if (syscall === "connect" || BEFORE_MESSAGE.has(String(code))) {
    return { kind: "later", code: "PROVIDER_UNREACHABLE" };
  }
  return { kind: "unknown", code: "PROVIDER_UNREACHABLE" };
}
