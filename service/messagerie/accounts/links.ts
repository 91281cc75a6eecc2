/**
 * Links that open once: the one that makes the first supervisor, invitations, new passwords. The secret stands in the
 * fragment of the address, which browsers send to nobody, so that no log holds it. A link that was used, replaced or found
 * expired is deleted: no clock brings it back.
 * @module
 */
import type { Kysely } from "kysely";
import {
  deleteLink,
  deleteLinksOf,
  deleteSetUpLinks,
  findLink,
  insertLink,
} from "../../../store/messagerie/one_time_links.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import type { Desk } from "../desk.ts";
import { CLOCK_SLACK_MS } from "../limits.ts";
import { refuse } from "../refusals.ts";
import { hashOf, mintSecret } from "./secret.ts";

/** What a link is for. */
export type LinkKind = "setup" | "invitation" | "reset";

/** The page of each kind. */
const LINK_PATHS: Readonly<Record<LinkKind, string>> = {
  setup: "/premiers-pas",
  invitation: "/invitation",
  reset: "/nouveau-mot-de-passe",
};

/** A link, told this once. */
export interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

type LinkDesk = Pick<Desk, "store" | "env"> & { readonly publicUrl: () => string };

/**
 * Makes a link in place of every other of that person (null: of the first supervisor to come). `asked`: anybody can ask for
 * it, so that one which opens for longer, a supervisor's, stays beside it.
 */
export async function makeLink(
  tx: Kysely<DeskSchema>,
  desk: LinkDesk,
  { kind, agentNo, forMs, asked = false }: {
    readonly kind: LinkKind;
    readonly agentNo: number | null;
    readonly forMs: number;
    readonly asked?: boolean;
  },
): Promise<Link> {
  const secret = mintSecret(desk.env);
  const now = desk.env.now();
  if (agentNo === null) await deleteSetUpLinks(tx);
  else await deleteLinksOf(tx, agentNo, asked ? now + forMs : undefined);
  await insertLink(tx, {
    kind,
    secret_hash: hashOf(secret) as Uint8Array,
    agent_no: agentNo,
    created_at: now,
    expires_at: now + forMs,
  });
  return {
    url: `${desk.publicUrl()}${LINK_PATHS[kind]}#${secret}`,
    expiresAt: new Date(now + forMs).toISOString(),
  };
}

type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** A link for a person who is there. */
export type PersonLink = LinkRow & {
  readonly agent_no: number;
  readonly login: string;
  readonly name: string;
};

/**
 * The link of this secret, while it may open.
 * @throws {Refusal} `LINK_INVALID`: used, replaced, expired, unknown; all the same to whoever asks
 */
export async function findOpenLink(desk: Pick<Desk, "store" | "env">, secret: string): Promise<LinkRow> {
  const secretHash = hashOf(secret);
  const row = secretHash && await findLink(desk.store.read, secretHash);
  if (row === undefined) throw refuse("LINK_INVALID");
  const now = desk.env.now();
  if (now < row.expires_at && row.created_at - now < CLOCK_SLACK_MS) return row;
  await desk.store.write((tx) => deleteLink(tx, row.secret_hash));
  throw refuse("LINK_INVALID");
}

/** The open link of this secret, which must be of this kind, for a person. @throws {Refusal} `LINK_INVALID` */
export async function findPersonLink(
  desk: Pick<Desk, "store" | "env">,
  secret: string,
  kind: "invitation" | "reset",
): Promise<PersonLink> {
  const row = await findOpenLink(desk, secret);
  if (row.kind !== kind || row.agent_no === null) throw refuse("LINK_INVALID");
  return row as PersonLink;
}

/** Uses a link up: of two who open it at once, one does. @throws {Refusal} `LINK_INVALID` */
export async function useLink(
  tx: Kysely<DeskSchema>,
  link: { readonly secret_hash: Uint8Array },
): Promise<void> {
  if (!await deleteLink(tx, link.secret_hash)) throw refuse("LINK_INVALID");
}

/** What a link tells the page that it leads to. */
export interface LinkView {
  readonly kind: LinkKind;
  /** Whom it is for; null for `setup`. */
  readonly login: string | null;
  readonly name: string | null;
  readonly expiresAt: string;
}

/** What a link is for, without using it. @throws {Refusal} `LINK_INVALID` */
export async function readLink(desk: Pick<Desk, "store" | "env">, secret: string): Promise<LinkView> {
  const row = await findOpenLink(desk, secret);
  return {
    kind: row.kind,
    login: row.login,
    name: row.name,
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}
