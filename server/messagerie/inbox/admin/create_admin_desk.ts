/**
 * What accounts and administration stand on, from the desk and the settings. Secrets stay in the providers.
 * @module
 */
import type { AdminDesk } from "../../../../service/messagerie/admin/admin_desk.ts";
import { Passwords } from "../../../../service/messagerie/accounts/passwords.ts";
import type { ChannelFacts } from "../../../../service/messagerie/admin/channels.ts";
import type { Desk } from "../../../../service/messagerie/desk.ts";
import type { OutboundProviders } from "../../../../service/messagerie/outbound/provider.ts";
import type { Settings } from "../../settings.ts";

/** What may be told of how messages leave: the host of a server, never its user, password or query. */
function factsOf({ mail, sms }: Pick<Settings, "mail" | "sms">): ChannelFacts {
  return {
    email: mail && { from: mail.from, server: new URL(mail.smtpUrl).host },
    sms: sms && { from: sms.from, server: sms.url === null ? "Twilio" : new URL(sms.url).host },
  };
}

/** Puts it together. `publicUrl` is asked for at each request: a server learns its port when it listens. */
export function createAdminDesk(
  desk: Desk,
  { settings, providers, publicUrl }: {
    readonly settings: Pick<Settings, "mail" | "sms">;
    readonly providers: OutboundProviders;
    readonly publicUrl: () => string;
  },
): AdminDesk {
  return {
    ...desk,
    passwords: new Passwords(desk.env),
    mail: providers.email,
    providers,
    channelFacts: factsOf(settings),
    publicUrl,
  };
}
