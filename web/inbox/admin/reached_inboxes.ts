/**
 * The inboxes that whoever is signed in reaches, by name.
 * @module
 */
import type { CONTACT_ROUTES } from "../../../server/messagerie/inbox/contact_routes.ts";
import type { ApiOf } from "../../../server/messagerie/inbox/route.ts";
import { createCaller } from "../api/client.ts";

type InboxesApi = Pick<ApiOf<typeof CONTACT_ROUTES>, "GET /inboxes">;

const call = createCaller<InboxesApi>();

/** An inbox by its name. */
export type NamedInbox = InboxesApi["GET /inboxes"]["data"][number];

/** The inboxes. Rejects with an `ApiFault`. */
export function reachedInboxes(): Promise<readonly NamedInbox[]> {
  return call("GET /inboxes");
}
