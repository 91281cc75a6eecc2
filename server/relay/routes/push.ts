/**
 * A device's subscription to Web Push.
 * @module
 */
import { deleteSubscription, findSubscription, putSubscription } from "../../../store/relay/push.ts";
import { PushStatus } from "../../../wire/push.ts";
import { refuse } from "../refusals.ts";
import type { Handlers } from "./handler.ts";

export const pushHandlers: Pick<
  Handlers,
  "pushKey" | "subscribePush" | "unsubscribePush" | "pushStatus"
> = {
  pushKey: ({ push }) => ({ key: push.publicKey }),

  async subscribePush({ store, env, push }, { endpoint: device }, { endpoint }) {
    if (!push.isAllowed(endpoint)) throw refuse("PUSH_REFUSED");
    await store.write((db) => putSubscription(db, { device, endpoint, created_at: env.now() }));
    return {};
  },

  async unsubscribePush({ store }, { endpoint: device }) {
    await store.write((db) => deleteSubscription(db, device));
    return {};
  },

  async pushStatus({ store }, { endpoint: device }) {
    const row = await findSubscription(store.read, device);
    if (!row) return { subscribed: null, last: null };
    const { endpoint, created_at: since, at, outcome, status, reason } = row;
    return PushStatus.parse({
      subscribed: endpoint === "" ? null : { host: new URL(endpoint).hostname, since },
      last: at === null ? null : {
        at,
        outcome,
        ...(status === null ? {} : { status }),
        ...(reason === null ? {} : { reason }),
      },
    });
  },
};
