/**
 * What the routes of sites answer with, as schemas (see objects.ts).
 * @module
 */
import * as z from "zod";

const id = z.uuid();
const date = z.iso.datetime({ precision: 3 });

/** A secret that a site's server signs identities with: never itself. */
const IDENTITY_SECRET = z.strictObject({ id, createdAt: date });

/** A new one, shown this once. */
export const CREATED_IDENTITY_SECRET = z.strictObject({ ...IDENTITY_SECRET.shape, secret: z.string() });

/** A site and its widget. */
export const SITE = z.strictObject({
  id,
  name: z.string(),
  /** ISO 3166-1, two letters. */
  country: z.string(),
  /** Whether an AI answers first. */
  ai: z.boolean(),
  /** Public. */
  key: z.string(),
  enabled: z.boolean(),
  /** None: the widget opens on no page. */
  origins: z.array(z.string()),
  greeting: z.strictObject({ fr: z.string(), en: z.string() }),
  accent: z.string(),
  /** Null: the site's first inbox. */
  inboxId: id.nullable(),
  secrets: z.array(IDENTITY_SECRET),
  /** False: this server has no key to keep secrets under. */
  secretsPossible: z.boolean(),
  /** What the site's pages need, ready to paste. */
  snippet: z.string(),
});

/** How much room the files of conversations take of what they may, in bytes. */
export const FILE_ROOM = z.strictObject({
  bytes: z.int().min(0),
  waitingBytes: z.int().min(0),
  maxBytes: z.int().min(0),
});
