/** An HTTP server that behaves as Twilio documents its Messages resource, 2010-04-01. */
import { signTwilio } from "../../../../server/messagerie/channels/twilio_signature.ts";

export interface TwilioMessage {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly direction: string;
  readonly date_created: string;
  readonly statusCallback: string | null;
}

type Reply = Response | undefined | Promise<Response | undefined>;

export interface TwilioStand extends AsyncDisposable {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly messages: TwilioMessage[];
  readonly requests: { readonly method: string; readonly path: string; readonly form: URLSearchParams }[];
  /** Answers instead; `take` keeps the message first, as when the answer is lost. */
  answer: (request: Request, take: () => TwilioMessage) => Reply;
  /** Calls the message's status URL, signed; `base` is where that URL is really served. */
  callBack(
    message: TwilioMessage,
    status: string,
    base: string,
    fields?: Record<string, string>,
  ): Promise<Response>;
}

/** An error as Twilio words them. */
export function twilioError(status: number, code: number, headers: Record<string, string> = {}): Response {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return Response.json({ code, message: "…", more_info, status }, { status, headers });
}

export function startTwilio(): TwilioStand {
  const accountSid = "AC0123456789abcdef0123456789abcdef";
  const authToken = "un-jeton-secret";
  const messages: TwilioMessage[] = [];
  const requests: TwilioStand["requests"] = [];
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`;

  const serve = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const form = request.method === "POST" ? new URLSearchParams(await request.text()) : url.searchParams;
    requests.push({ method: request.method, path: url.pathname, form });
    if (request.headers.get("authorization") !== authorization) return twilioError(401, 20003);
    if (url.pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return twilioError(404, 20404);
    const take = (): TwilioMessage => {
      const message = {
        sid: `SM${String(messages.length).padStart(32, "0")}`,
        to: form.get("To") ?? "",
        from: form.get("From") ?? "",
        body: form.get("Body") ?? "",
        direction: "outbound-api",
        date_created: new Date().toUTCString().replace("GMT", "+0000"),
        statusCallback: form.get("StatusCallback"),
      };
      messages.push(message);
      return message;
    };
    const answered = await stand.answer(request, take);
    if (answered !== undefined) return answered;
    if (request.method === "GET") {
      const found = messages.filter((one) =>
        one.to === (form.get("To") ?? one.to) && one.from === (form.get("From") ?? one.from)
      ).reverse().slice(0, Number(form.get("PageSize") ?? "50"));
      return Response.json({ messages: found, next_page_uri: null });
    }
    if (!/^\+[1-9]\d{6,14}$/.test(form.get("To") ?? "")) return twilioError(400, 21211);
    if ((form.get("Body") ?? "").length > 1_600) return twilioError(400, 21617);
    const { sid, to, from, body } = take();
    return Response.json({ sid, to, from, body, status: "queued", error_code: null }, { status: 201 });
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, serve);
  const stand: TwilioStand = {
    url: `http://127.0.0.1:${server.addr.port}`,
    accountSid,
    authToken,
    messages,
    requests,
    answer: () => undefined,
    callBack(message, status, base, fields = {}) {
      const url = message.statusCallback ?? "";
      const form = new URLSearchParams({
        AccountSid: accountSid,
        MessageSid: message.sid,
        MessageStatus: status,
        SmsSid: message.sid,
        SmsStatus: status,
        To: message.to,
        From: message.from,
        ...fields,
      });
      return fetch(base + new URL(url).search, {
        method: "POST",
        body: form,
        headers: { "x-twilio-signature": signTwilio(authToken, url, form) },
      });
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
    },
  };
  return stand;
}
