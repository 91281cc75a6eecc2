/**
 * What administration needs besides the desk and what accounts stand on.
 * @module
 */
import type { AccountDesk } from "../accounts/account_desk.ts";
import type { Desk } from "../desk.ts";
import type { OutboundProviders } from "../outbound/provider.ts";
import type { ChannelFacts } from "./channels.ts";

/** The desk as administration sees it. */
export interface AdminDesk extends AccountDesk, Pick<Desk, "channels"> {
  readonly providers: OutboundProviders;
  /** What may be told of the settings of channels. */
  readonly channelFacts: ChannelFacts;
}
