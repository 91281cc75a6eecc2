/**
 * Twilio's status calls: `POST /api/channels/twilio/status`, form-encoded and signed. Answers 204 when the call is
 * genuine, whatever it was about; else a bare 403, 405, 413 or 415.
 * @module
 */
import { STATUS_CODE } from "@std/http/status";
import type { Desk } from "../../../service/messagerie/desk.ts";
import {
  applyProviderStatus,
  type ProviderStatus,
} from "../../../service/messagerie/outbound/apply_status.ts";
import { targetOf } from "../target.ts";
import { deliveryCodeOf } from "./twilio_codes.ts";
import { isTwilioSignature } from "./twilio_signature.ts";

/** Where Twilio calls, under the public URL. */
export const TWILIO_STATUS_PATH = "/api/channels/twilio/status";

/** A status call is a few hundred bytes. */
const MAX_BYTES = 65_536;

/** Twilio's message statuses that say something; others (`accepted` before it has a number…) mean that it has it. */
const STATES: Readonly<Record<string, ProviderStatus["state"]>> = Object.freeze({
  accepted: "sent",
  scheduled: "sent",
  queued: "sent",
  sending: "sent",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
  canceled: "failed",
});

/** What the handler is given. `statusUrl`: the URL that Twilio was told, which is the one that it signs. */
export interface TwilioStatusOptions {
  readonly authToken: string;
  readonly statusUrl: string;
}

/**
 * Makes the handler of {@linkcode TWILIO_STATUS_PATH}. The signature is checked against the public URL and the query as
 * received, so a proxy that changes host, scheme or path in between does not matter.
 */
export function createTwilioStatusHandler(
  desk: Pick<Desk, "store" | "env" | "log" | "wakeFeed" | "wakeOutbound">,
  options: TwilioStatusOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const answer = (status: number, headers: Record<string, string> = {}) =>
      new Response(null, { status, headers: { "cache-control": "no-store", ...headers } });
    if (request.method !== "POST") return answer(STATUS_CODE.MethodNotAllowed, { allow: "POST" });
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/x-www-form-urlencoded") return answer(STATUS_CODE.UnsupportedMediaType);
    const body = await readBounded(request);
    if (body === null) return answer(STATUS_CODE.ContentTooLarge);
    const form = new URLSearchParams(body);
    const { query } = targetOf(request.url);
    const signature = request.headers.get("x-twilio-signature") ?? "";
    if (!isTwilioSignature(signature, options.authToken, options.statusUrl + (query && `?${query}`), form)) {
      desk.log.warn("twilio.signature_refused");
      return answer(STATUS_CODE.Forbidden);
    }
    const status = statusOf(form, new URLSearchParams(query));
    if (status !== null) {
      const changed = await applyProviderStatus(desk, status);
      desk.log.debug("twilio.status", { state: status.state, code: status.code, changed });
    }
    return answer(STATUS_CODE.NoContent);
  };
}

function statusOf(form: URLSearchParams, query: URLSearchParams): ProviderStatus | null {
  const providerId = form.get("MessageSid") ?? form.get("SmsSid") ?? "";
  const state = STATES[form.get("MessageStatus") ?? form.get("SmsStatus") ?? ""];
  if (state === undefined || !/^[A-Za-z0-9]{1,64}$/.test(providerId)) return null;
  const messageId = query.get("message");
  const part = Number(query.get("part"));
  return {
    providerId,
    state,
    ...(state === "failed"
      ? { code: deliveryCodeOf(Number(form.get("ErrorCode")), "RECIPIENT_UNREACHABLE") }
      : {}),
    named: messageId !== null && Number.isSafeInteger(part) && part > 0 ? { messageId, part } : undefined,
  };
}

/** The body as text; null when it is too long. */
async function readBounded(request: Request): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
