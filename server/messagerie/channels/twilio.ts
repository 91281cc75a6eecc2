/**
 * SMS by Twilio's HTTP API, version 2010-04-01.
 * @module
 */
import * as z from "zod";
import type { DeliveryCode } from "../../../service/messagerie/outbound/delivery_codes.ts";
import type {
  FindOutcome,
  OutboundProvider,
  SendOutcome,
  SmsMessage,
} from "../../../service/messagerie/outbound/provider.ts";
import { deliveryCodeOf } from "./twilio_codes.ts";

/** How SMS leave. */
export interface TwilioOptions {
  readonly accountSid: string;
  /** Secret. */
  readonly authToken: string;
  /** The sending number (E.164), or a messaging service (`MG…`). */
  readonly from: string;
  /** `https://api.twilio.com`, or a stand-in. */
  readonly url: string;
  /** Where Twilio tells what becomes of messages; null when this server cannot be reached from outside. */
  readonly statusUrl: string | null;
}

/** The one kind of recipient that is a telephone: `whatsapp:…` and `client:…` would leave by another channel. */
const NUMBER = /^\+[1-9]\d{3,14}$/;
const REQUEST_MS = 30_000;
/** Answers are small; more than this is not Twilio. */
const MAX_ANSWER = 4_194_304;
/** Newest messages to one recipient that are looked through: the most that Twilio gives in a page. */
const LOOKED_AT = 1_000;

const created = z.object({ sid: z.string().min(1).max(64) });
const failure = z.object({ code: z.number().nullish() });
const list = z.object({
  messages: z.array(z.object({
    sid: z.string().min(1).max(64),
    to: z.string().nullish(),
    from: z.string().nullish(),
    messaging_service_sid: z.string().nullish(),
    body: z.string().nullish(),
    direction: z.string().nullish(),
    date_created: z.string().nullish(),
  })),
});

/** What Twilio answered: its status and JSON, or nothing that can be understood. */
interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly retryAfterMs: number;
}

/** The provider of the SMS channel. */
export function createTwilioProvider(options: TwilioOptions): OutboundProvider<SmsMessage> {
  const base = `${options.url.replace(/\/+$/, "")}/2010-04-01/Accounts/${
    encodeURIComponent(options.accountSid)
  }`;
  const credentials = new TextEncoder().encode(`${options.accountSid}:${options.authToken}`);
  const authorization = `Basic ${btoa(String.fromCharCode(...credentials))}`;
  const sender = /^MG[0-9a-f]{32}$/i.test(options.from) ? "MessagingServiceSid" : "From";

  /** Null: no answer, or not the whole of one. */
  const ask = async (path: string, signal: AbortSignal, body?: URLSearchParams): Promise<Answer | null> => {
    try {
      const response = await fetch(`${base}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization, accept: "application/json" },
        // A redirect would carry the credentials to wherever it points.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
        ...(body === undefined ? {} : { body }),
      });
      const text = await readText(response);
      const seconds = Number(response.headers.get("retry-after") ?? "0");
      return {
        status: response.status,
        json: parse(text),
        retryAfterMs: seconds > 0 ? Math.ceil(seconds * 1_000) : 0,
      };
    } catch {
      return null;
    }
  };

  return {
    async send(message, signal) {
      if (!NUMBER.test(message.recipient)) return { kind: "refused", code: "RECIPIENT_INVALID" };
      const body = new URLSearchParams({ To: message.recipient, [sender]: options.from, Body: message.text });
      if (options.statusUrl !== null) {
        const status = new URL(options.statusUrl);
        status.searchParams.set("message", message.messageId);
        status.searchParams.set("part", String(message.part));
        body.set("StatusCallback", status.href);
      }
      const answer = await ask("/Messages.json", signal, body);
      if (answer === null) return { kind: "unknown", code: "PROVIDER_UNREACHABLE" };
      if (answer.status >= 200 && answer.status < 300) {
        const accepted = created.safeParse(answer.json);
        if (accepted.success) return { kind: "accepted", providerId: accepted.data.sid };
        return { kind: "unknown", code: "PROVIDER_ERROR" };
      }
      return outcomeOf(answer);
    },

    async find(message, signal): Promise<FindOutcome> {
      const query = new URLSearchParams({ To: message.recipient, PageSize: String(LOOKED_AT) });
      if (sender === "From") query.set("From", options.from);
      const answer = await ask(`/Messages.json?${query}`, signal);
      const found = answer?.status === 200 ? list.safeParse(answer.json) : undefined;
      if (found === undefined || !found.success) {
        return { kind: "unknown", code: answer === null ? "PROVIDER_UNREACHABLE" : codeOf(answer) };
      }
      const candidates = found.data.messages.filter((one) =>
        one.body === message.text && one.to === message.recipient && one.direction !== "inbound" &&
        (one.from === options.from || one.messaging_service_sid === options.from)
      ).map((one) => ({ providerId: one.sid, at: Date.parse(one.date_created ?? "") || 0 }));
      return { kind: "found", candidates };
    },
  };
}

/** Reads at most {@linkcode MAX_ANSWER} bytes. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER) throw new RangeError("the answer is too long");
    chunks.push(chunk);
  }
  return new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function codeOf(answer: Answer): DeliveryCode {
  if (answer.status === 401 || answer.status === 403) return "PROVIDER_AUTH";
  return answer.status === 429 ? "PROVIDER_BUSY" : "PROVIDER_ERROR";
}

function outcomeOf(answer: Answer): SendOutcome {
  const { status, retryAfterMs } = answer;
  // 5xx and anything odd: Twilio may have taken it before it failed.
  if (status < 400 || status >= 500) return { kind: "unknown", code: codeOf(answer) };
  // Credentials, account, pace: nothing is wrong with the message, and somebody may be mending it.
  if ([401, 403, 404, 408, 429].includes(status)) {
    return { kind: "later", code: codeOf(answer), afterMs: retryAfterMs };
  }
  const parsed = failure.safeParse(answer.json);
  return {
    kind: "refused",
    code: deliveryCodeOf(parsed.success ? parsed.data.code ?? null : null, "MESSAGE_REFUSED"),
  };
}
