/**
 * The channels as the settings have them: what the desk may be told of them, the providers that send, the route that
 * hears back. Secrets go into the providers and nowhere else.
 * @module
 */
import type { ChannelSettings, Desk } from "../../../service/messagerie/desk.ts";
import type { OutboundProviders } from "../../../service/messagerie/outbound/provider.ts";
import type { Settings } from "../settings.ts";
import { createSmtpProvider } from "./smtp.ts";
import { createTwilioProvider } from "./twilio.ts";
import { createTwilioStatusHandler, TWILIO_STATUS_PATH } from "./twilio_status.ts";

type Channels = Pick<Settings, "mail" | "mailInbox" | "sms" | "smsInbox" | "publicUrl">;

const TWILIO_URL = "https://api.twilio.com";
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** What the desk is told: nothing secret. */
export function channelSettings(settings: Channels): ChannelSettings {
  return {
    sms: { available: settings.sms !== null, inboxId: settings.smsInbox },
    email: { available: settings.mail !== null, inboxId: settings.mailInbox },
  };
}

/** The providers of the channels that are configured. @throws {TypeError} when an address is malformed; tells no secret. */
export function outboundProviders(settings: Channels): OutboundProviders {
  const { mail, sms } = settings;
  return {
    email: mail === null ? undefined : createSmtpProvider({ url: mail.smtpUrl, from: mail.from }),
    sms: sms === null ? undefined : createTwilioProvider({
      accountSid: sms.accountSid,
      authToken: sms.authToken,
      from: sms.from.replaceAll(" ", ""),
      url: sms.url ?? TWILIO_URL,
      statusUrl: twilioStatusUrl(settings),
    }),
  };
}

/**
 * The handler of {@linkcode TWILIO_STATUS_PATH}; null when no SMS leave or nobody could call back: then the route is a
 * 404 like any other.
 */
export function twilioStatusHandler(
  desk: Pick<Desk, "store" | "env" | "log" | "wakeFeed" | "wakeOutbound">,
  settings: Channels,
): ((request: Request) => Promise<Response>) | null {
  const statusUrl = twilioStatusUrl(settings);
  if (settings.sms === null || statusUrl === null) return null;
  return createTwilioStatusHandler(desk, { authToken: settings.sms.authToken, statusUrl });
}

/** Twilio refuses a message whose status URL it could never reach, so this machine's own names are left out. */
function twilioStatusUrl(settings: Channels): string | null {
  if (settings.publicUrl === null) return null;
  const unreachable = LOOPBACK.test(new URL(settings.publicUrl).hostname) &&
    (settings.sms?.url ?? null) === null;
  return unreachable ? null : settings.publicUrl + TWILIO_STATUS_PATH;
}
