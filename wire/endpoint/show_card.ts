/**
 * An agent's card must be at the relay before the agent says hello; the same one again changes nothing there.
 * @module
 */
import type { Bytes } from "../bytes.ts";
import { macCard } from "../card.ts";
import type { ConnectionError } from "./api.ts";
import type { Core } from "./core.ts";

/** Publishes the card once, and again when the relay has not got it. Devices have none. */
export class CardShower {
  readonly #core: Core;
  readonly #pairingKey: Bytes | undefined;
  #shown = false;

  constructor(core: Core, pairingKey: Bytes | undefined) {
    this.#core = core;
    this.#pairingKey = pairingKey;
  }

  /** `last`: why the connection before this one ended. @throws what the relay's calls throw */
  async show(last: ConnectionError | null): Promise<void> {
    const { isAgent, self, identity, state, call } = this.#core;
    if (!isAgent || !this.#pairingKey || (this.#shown && last?.code !== "CARD_MISSING")) return;
    const card = { agent: self, key: identity.key, createdAt: state.createdAt };
    await call("publishCard", { card: await macCard(card, this.#pairingKey) });
    this.#shown = true;
  }
}
