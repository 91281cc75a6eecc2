/**
 * The server's settings: environment variables, most of them flags of `serve` too (contract: messagerie §1, §8, §11). A bad
 * one is told in one French sentence that names the variable. A value is never repeated, since it may be secret; secrets
 * come from the environment alone, since arguments can be read by every process of the machine.
 * @module
 */
import * as z from "zod";
import { LOG_LEVELS, type LogLevel } from "../../base/log.ts";
import { MAX_FILES_BYTES } from "../../service/messagerie/limits.ts";
import { parseMailFrom } from "./channels/mail_from.ts";
import { httpAddress } from "./target.ts";

/** A setting that cannot be used. The message is one French sentence for the person who starts the program. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** One variable. */
interface Setting {
  readonly variable: `MESSAGERIE_${string}`;
  /** What follows the flag in the help; a secret has none, and no flag. */
  readonly value?: string;
  /** For the help, in French, with the default. */
  readonly help: string;
  readonly schema: z.ZodType;
  /** How the sentence that refuses a value goes on. */
  readonly must: string;
}

/** Where a server listens unless it is told otherwise (contract: messagerie §1). */
const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 8810;

/** Longest value looked at. */
const MAX_VALUE = 2_000;
const text = z.string().max(MAX_VALUE);

function isUrl(value: string, protocols: readonly string[]): boolean {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
}

/** Without slashes at its end, so that paths can be added. */
const httpUrl = text.refine((value) => isUrl(value, ["http:", "https:"]))
  .transform((value) => value.replace(/\/+$/, ""));

const PORT_MUST = "doit être un nombre de 0 à 65535";
const HTTP_MUST = "doit être une adresse http:// ou https://";
const INBOX_MUST = "doit être l’identifiant d’une boîte de réception";

/** Every variable, by the name of its flag. */
export const SETTINGS = Object.freeze(
  {
    "host": {
      variable: "MESSAGERIE_HOST",
      value: "ADRESSE",
      help: "adresse d’écoute (127.0.0.1)",
      schema: text.regex(/^[^\s/]+$/),
      must: "doit être un nom de machine ou une adresse IP",
    },
    "port": {
      variable: "MESSAGERIE_PORT",
      value: "N",
      help: "port d’écoute ; 0 : un port libre (8810)",
      schema: text.regex(/^\d{1,5}$/).transform(Number).refine((port) => port <= 65_535),
      must: PORT_MUST,
    },
    "public-url": {
      variable: "MESSAGERIE_PUBLIC_URL",
      value: "URL",
      help: "adresse montrée aux gens (celle d’écoute)",
      schema: httpUrl,
      must: HTTP_MUST,
    },
    "database-url": {
      variable: "MESSAGERIE_DATABASE_URL",
      value: "URL",
      help: "base de données : file:CHEMIN, libsql://… ou https://… (file:./data/messagerie.db)",
      schema: text.refine((value) =>
        /^file:(?!:memory:)[^?#]+$/.test(value) || isUrl(value, ["libsql:", "https:", "http:"])
      ),
      must: "doit être file:CHEMIN, libsql://… ou https://…",
    },
    "database-token": {
      variable: "MESSAGERIE_DATABASE_TOKEN",
      help: "jeton du serveur libSQL",
      schema: text,
      must: "est trop long",
    },
    "secret-key": {
      variable: "MESSAGERIE_SECRET_KEY",
      help: "clé qui protège les secrets gardés en base (un fichier .key à côté de la base)",
      schema: text.min(32),
      must: "doit avoir 32 caractères au moins",
    },
    "proxies": {
      variable: "MESSAGERIE_PROXIES",
      value: "IP,…",
      help: "adresses des proxys dont X-Forwarded-For est cru, outre cette machine (aucune)",
      schema: text.regex(/^[\s\d.:a-fA-F,]*$/).transform((value) =>
        value.split(",").map((address) => address.trim()).filter((address) => address !== "")
      ),
      must: "doit être une liste d’adresses IP séparées par des virgules",
    },
    "files-max-bytes": {
      variable: "MESSAGERIE_FILES_MAX_BYTES",
      value: "N",
      help: "octets que tous les fichiers peuvent prendre ; 0 : aucun (5368709120)",
      schema: text.regex(/^\d{1,15}$/).transform(Number),
      must: "doit être un nombre d’octets, en chiffres",
    },
    "smtp-url": {
      variable: "MESSAGERIE_SMTP_URL",
      value: "URL",
      help: "serveur d’envoi des e-mails : smtp://… ou smtps://… (aucun)",
      schema: text.refine((value) => isUrl(value, ["smtp:", "smtps:"])),
      must: "doit être une adresse smtp:// ou smtps://",
    },
    "mail-from": {
      variable: "MESSAGERIE_MAIL_FROM",
      value: "ADRESSE",
      help: "expéditeur des e-mails",
      schema: text.refine((value) => parseMailFrom(value) !== null),
      must: "doit être une adresse e-mail : moi@exemple.fr, ou Nom <moi@exemple.fr>",
    },
    "mail-inbox": {
      variable: "MESSAGERIE_MAIL_INBOX",
      value: "ID",
      help: "boîte de réception des e-mails (la première du site)",
      schema: z.guid(),
      must: INBOX_MUST,
    },
    "twilio-account-sid": {
      variable: "MESSAGERIE_TWILIO_ACCOUNT_SID",
      value: "SID",
      help: "compte Twilio, pour les SMS (aucun)",
      schema: text.regex(/^\w+$/),
      must: "doit être l’identifiant d’un compte Twilio",
    },
    "twilio-auth-token": {
      variable: "MESSAGERIE_TWILIO_AUTH_TOKEN",
      help: "secret du compte Twilio",
      schema: text,
      must: "est trop long",
    },
    "twilio-from": {
      variable: "MESSAGERIE_TWILIO_FROM",
      value: "NUMÉRO",
      help: "numéro d’envoi des SMS",
      schema: text.regex(/^[+\w ]+$/),
      must: "doit être un numéro, au format +33…",
    },
    "twilio-url": {
      variable: "MESSAGERIE_TWILIO_URL",
      value: "URL",
      help: "adresse de l’API Twilio (celle de Twilio)",
      schema: httpUrl,
      must: HTTP_MUST,
    },
    "sms-inbox": {
      variable: "MESSAGERIE_SMS_INBOX",
      value: "ID",
      help: "boîte de réception des SMS (la première du site)",
      schema: z.guid(),
      must: INBOX_MUST,
    },
    "log": {
      variable: "MESSAGERIE_LOG",
      value: "NIVEAU",
      help: "journal, sur la sortie d’erreur : error, warn, info ou debug (info)",
      schema: z.enum(LOG_LEVELS),
      must: `doit être ${LOG_LEVELS.join(", ")}`,
    },
  } as const satisfies Readonly<Record<string, Setting>>,
);

export type SettingFlag = keyof typeof SETTINGS;
type Value<Flag extends SettingFlag> = z.output<typeof SETTINGS[Flag]["schema"]>;

/** Where settings come from; a flag goes before its variable. */
export interface SettingSources {
  readonly environment: (variable: string) => string | undefined;
  readonly flags?: Readonly<Partial<Record<SettingFlag, string | undefined>>> | undefined;
}

/** Where the desk is kept. */
export interface DatabaseSettings {
  readonly url: string;
  readonly authToken: string | undefined;
}

/** The settings, checked. */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Without a slash at its end; null: the address listened on. */
  readonly publicUrl: string | null;
  readonly database: DatabaseSettings;
  /** Null: a file beside the database holds the key. */
  readonly secretKey: string | null;
  /** Addresses of reverse proxies that are believed, besides this machine's own. */
  readonly proxies: readonly string[];
  /** Bytes that all files may take. */
  readonly filesMaxBytes: number;
  /** Null: no mail leaves. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly mailInbox: string | null;
  /** Null: no SMS leaves. `url`: another address of the provider's API; null: its own. */
  readonly sms: {
    readonly accountSid: string;
    readonly authToken: string;
    readonly from: string;
    readonly url: string | null;
  } | null;
  readonly smsInbox: string | null;
  readonly logLevel: LogLevel;
}

/** Whether an address carries a secret: a password, or a libSQL server's token. */
function holdsSecret(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.password !== "" || url.searchParams.has("authToken"));
}

/** One setting; an empty variable counts as none. */
function valueOf<Flag extends SettingFlag>(sources: SettingSources, flag: Flag): Value<Flag> | undefined {
  const { variable, schema, must }: Setting = SETTINGS[flag];
  const flagged = sources.flags?.[flag];
  const value = (flagged ?? sources.environment(variable))?.trim();
  if (value === undefined || (flagged === undefined && value === "")) return undefined;
  if (flagged !== undefined && holdsSecret(value)) {
    throw new SettingsError(`--${flag} contient un secret : donnez-le par la variable ${variable}.`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw new SettingsError(`${flagged === undefined ? variable : `--${flag} (${variable})`} ${must}.`);
  }
  return parsed.data as Value<Flag>;
}

/** Settings that work only together: null without any of them. */
function together<const Flags extends readonly SettingFlag[]>(
  sources: SettingSources,
  ...flags: Flags
): { readonly [Flag in Flags[number]]: Value<Flag> } | null {
  const values = Object.fromEntries(flags.map((flag) => [flag, valueOf(sources, flag)]));
  const missing = flags.filter((flag) => values[flag] === undefined);
  if (missing.length === flags.length) return null;
  if (missing.length > 0) {
    const names = missing.map((flag) => SETTINGS[flag].variable).join(" et ");
    const given = flags.filter((flag) => !missing.includes(flag)).map((flag) => SETTINGS[flag].variable);
    throw new SettingsError(`${names} manque : ${given.join(" et ")} ne suffit pas.`);
  }
  return values as { readonly [Flag in Flags[number]]: Value<Flag> };
}

/** Where the desk is kept: all that commands besides `serve` need. @throws {SettingsError} */
export function readDatabaseSettings(sources: SettingSources): DatabaseSettings {
  return {
    url: valueOf(sources, "database-url") ?? "file:./data/messagerie.db",
    authToken: valueOf(sources, "database-token"),
  };
}

/** Where a server with these settings is found, as it is told to people. @throws {SettingsError} */
export function readPublicUrl(sources: SettingSources): string {
  const host = valueOf(sources, "host") ?? DEFAULT_HOST;
  const port = valueOf(sources, "port") ?? DEFAULT_PORT;
  return valueOf(sources, "public-url") ?? httpAddress(host, port);
}

/** How much is logged. @throws {SettingsError} */
function readLogLevel(sources: SettingSources): LogLevel {
  return valueOf(sources, "log") ?? "info";
}

/** Every setting. @throws {SettingsError} */
export function readSettings(sources: SettingSources): Settings {
  const mail = together(sources, "smtp-url", "mail-from");
  const sms = together(sources, "twilio-account-sid", "twilio-auth-token", "twilio-from");
  return {
    host: valueOf(sources, "host") ?? DEFAULT_HOST,
    port: valueOf(sources, "port") ?? DEFAULT_PORT,
    publicUrl: valueOf(sources, "public-url") ?? null,
    database: readDatabaseSettings(sources),
    secretKey: valueOf(sources, "secret-key") ?? null,
    proxies: valueOf(sources, "proxies") ?? [],
    filesMaxBytes: valueOf(sources, "files-max-bytes") ?? MAX_FILES_BYTES,
    mail: mail && { smtpUrl: mail["smtp-url"], from: mail["mail-from"] },
    mailInbox: valueOf(sources, "mail-inbox") ?? null,
    sms: sms && {
      accountSid: sms["twilio-account-sid"],
      authToken: sms["twilio-auth-token"],
      from: sms["twilio-from"],
      url: valueOf(sources, "twilio-url") ?? null,
    },
    smsInbox: valueOf(sources, "sms-inbox") ?? null,
    logLevel: readLogLevel(sources),
  };
}
