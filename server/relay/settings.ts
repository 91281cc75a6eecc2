/**
 * The relay's settings, from variables (contract: pacerelle §5).
 * @module
 */
import * as z from "zod";
import { vapidJwk } from "./push/vapid.ts";
import { DEFAULT_LIMITS, type RelayLimits } from "./limits.ts";

/** How to run a relay. */
export interface RelaySettings {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly databaseUrl: string;
  readonly databaseToken?: string | undefined;
  /** Where people reach it, for the app it serves. */
  readonly publicUrl: string;
  readonly limits: RelayLimits;
  /** JWK of the key that pushes are signed with; the database's own when absent. */
  readonly vapidJwk?: string | undefined;
  /** Where push services find the operator: `mailto:` or `https:`; the public address when absent. */
  readonly vapidSubject?: string | undefined;
  /** Push services beside those of the browsers. */
  readonly pushHosts?: readonly string[] | undefined;
  /** Proxies that are believed about where a call comes from, beside those of this machine. */
  readonly proxies?: readonly string[] | undefined;
}

/** A variable whose value is looked at. */
export type RelayVariable = `PACERELLE_RELAY_${
  | "HOST"
  | "PORT"
  | "DATABASE_URL"
  | "PUBLIC_URL"
  | "FILES_MAX_BYTES"
  | "PUSH_HOSTS"
  | "PROXIES"
  | `VAPID_${"PUBLIC_KEY" | "PRIVATE_KEY" | "SUBJECT"}`}`;

/** A variable that cannot be used. Names it; never quotes its value. */
export class SettingFault extends Error {
  override readonly name = "SettingFault";
  readonly variable: RelayVariable;

  constructor(variable: RelayVariable) {
    super(`invalid value of ${variable}`);
    this.variable = variable;
  }
}

const Port = z.string().regex(/^\d{1,5}$/).transform(Number).pipe(z.int().min(0).max(65_535));
const Bytes = z.string().regex(/^\d{1,15}$/).transform(Number);
const Host = z.string().min(1).max(253).regex(/^[A-Za-z0-9.:_-]+$/);
const DatabaseUrl = z.string().regex(/^(?:file:.|libsql:\/\/|https?:\/\/)/).max(2_000);
const Subject = z.string().max(500).regex(/^(?:mailto:.+@.+|https:\/\/.+)$/);
const Hosts = z.string().max(2_000).transform((text) =>
  text.split(",").map((host) => host.trim().toLowerCase())
)
  .pipe(z.array(z.string().regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)).max(20));
const Addresses = z.string().max(2_000).transform((text) =>
  text.split(",").map((address) => address.trim()).filter((address) => address !== "")
)
  .pipe(z.array(z.string().regex(/^[0-9a-fA-F.:]{2,45}$/)).max(100));
const PublicUrl = z.url({ protocol: /^https?$/ }).max(2_000);

/**
 * Reads the settings through `get`, which answers a variable or undefined; empty counts as absent.
 * @throws {SettingFault}
 */
export function readRelaySettings(get: (name: string) => string | undefined): RelaySettings {
  const read = <Value, Otherwise extends Value | undefined>(
    name: RelayVariable,
    schema: z.ZodType<Value, string>,
    otherwise: Otherwise,
  ): Value | Otherwise => {
    const text = get(name)?.trim();
    if (!text) return otherwise;
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new SettingFault(name);
    return parsed.data;
  };
  const host = read("PACERELLE_RELAY_HOST", Host, "127.0.0.1");
  const port = read("PACERELLE_RELAY_PORT", Port, 8080);
  const shown = host.includes(":") ? `[${host}]` : host;
  const publicUrl = read("PACERELLE_RELAY_PUBLIC_URL", PublicUrl, `http://${shown}:${port}`);
  return {
    host,
    port,
    databaseUrl: read("PACERELLE_RELAY_DATABASE_URL", DatabaseUrl, "file:data/relay.db"),
    databaseToken: get("PACERELLE_RELAY_DATABASE_TOKEN")?.trim() || undefined,
    publicUrl,
    limits: {
      ...DEFAULT_LIMITS,
      fileBytes: read("PACERELLE_RELAY_FILES_MAX_BYTES", Bytes, DEFAULT_LIMITS.fileBytes),
    },
    vapidJwk: readVapid(get),
    vapidSubject: read("PACERELLE_RELAY_VAPID_SUBJECT", Subject, undefined),
    pushHosts: read("PACERELLE_RELAY_PUSH_HOSTS", Hosts, undefined),
    proxies: read("PACERELLE_RELAY_PROXIES", Addresses, undefined),
  };
}

/** Both halves of the key, or neither. @throws {SettingFault} */
function readVapid(get: (name: string) => string | undefined): string | undefined {
  const [publicKey, privateKey] = ["PUBLIC", "PRIVATE"].map((half) =>
    get(`PACERELLE_RELAY_VAPID_${half}_KEY`)?.trim()
  );
  if (!publicKey && !privateKey) return undefined;
  try {
    return vapidJwk(publicKey ?? "", privateKey ?? "");
  } catch {
    throw new SettingFault(
      publicKey ? "PACERELLE_RELAY_VAPID_PRIVATE_KEY" : "PACERELLE_RELAY_VAPID_PUBLIC_KEY",
    );
  }
}
