/**
 * The relay's settings, from variables (contract: pacerelle §5).
 * @module
 */
import { z } from "zod";
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
}

/** A variable that cannot be used. Names it; never quotes its value. */
export class SettingFault extends Error {
  override readonly name = "SettingFault";
  readonly variable: string;

  constructor(variable: string) {
    super(`invalid value of ${variable}`);
    this.variable = variable;
  }
}

const Port = z.string().regex(/^\d{1,5}$/).transform(Number).pipe(z.int().min(0).max(65_535));
const Host = z.string().min(1).max(253).regex(/^[A-Za-z0-9.:_-]+$/);
const DatabaseUrl = z.string().regex(/^(?:file:.|libsql:\/\/|https?:\/\/)/).max(2_000);
const PublicUrl = z.url({ protocol: /^https?$/ }).max(2_000);

/**
 * Reads the settings through `get`, which answers a variable or undefined; empty counts as absent.
 * @throws {SettingFault}
 */
export function readRelaySettings(get: (name: string) => string | undefined): RelaySettings {
  const read = <Value>(name: string, schema: z.ZodType<Value, string>, otherwise: Value): Value => {
    const text = get(name)?.trim();
    if (!text) return otherwise;
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new SettingFault(name);
    return parsed.data;
  };
  const host = read("PACERELLE_RELAY_HOST", Host, "127.0.0.1");
  const port = read("PACERELLE_RELAY_PORT", Port, 8080);
  const shown = host.includes(":") ? `[${host}]` : host;
  return {
    host,
    port,
    databaseUrl: read("PACERELLE_RELAY_DATABASE_URL", DatabaseUrl, "file:data/relay.db"),
    databaseToken: get("PACERELLE_RELAY_DATABASE_TOKEN")?.trim() || undefined,
    publicUrl: read("PACERELLE_RELAY_PUBLIC_URL", PublicUrl, `http://${shown}:${port}`),
    limits: DEFAULT_LIMITS,
  };
}
