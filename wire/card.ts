/**
 * The card of an agent: its identity key, MACed with the pairing key of its token. A device checks the MAC once, then
 * pins; afterwards a MAC alone changes no pin, since whoever finds an old token could make one.
 * @module
 */
import * as z from "zod/mini";
import { fromBase64url, toBase64url } from "./bytes.ts";
import type { Bytes } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { ChannelFault } from "./fault.ts";
import { hmac, verifyHmac } from "./hash.ts";
import { base64urlOf, PublicKey } from "./identity.ts";
import { AgentId } from "./ids.ts";

/** `createdAt` is in milliseconds since the Unix epoch. */
export const Card = z.object({ agent: AgentId, key: PublicKey, createdAt: z.int().check(z.gte(0)) });
export type Card = z.output<typeof Card>;

/** A card and its MAC. */
export const MacedCard = z.object({ card: Card, mac: base64urlOf(32) });
export type MacedCard = z.output<typeof MacedCard>;

const cardBytes = (card: Card) =>
  canonical("pacerelle/card/1", card.agent, fromBase64url(card.key), card.createdAt);

/** MACs `card` with the pairing key. */
export async function macCard(card: Card, pairingKey: Bytes): Promise<MacedCard> {
  return { card, mac: toBase64url(await hmac(pairingKey, cardBytes(card))) };
}

/**
 * The card to pin for `agent`: a first one whose MAC fits, or the one that is pinned already.
 * @throws {ChannelFault} CARD_FORGED, CARD_CHANGED
 */
export async function pinCard(
  pinned: Card | undefined,
  shown: MacedCard,
  agent: string,
  pairingKey: Bytes,
): Promise<Card> {
  if (
    shown.card.agent !== agent ||
    !(await verifyHmac(pairingKey, fromBase64url(shown.mac), cardBytes(shown.card)))
  ) throw new ChannelFault("CARD_FORGED");
  if (pinned === undefined) return shown.card;
  if (pinned.key !== shown.card.key || pinned.agent !== agent) throw new ChannelFault("CARD_CHANGED");
  return pinned;
}
