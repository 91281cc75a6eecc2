/**
 * `relay`: the relay, until it is told to stop (contract: pacerelle §5).
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { createLogger } from "../../../base/log.ts";
import { DatabaseFault, type DatabaseFaultKind } from "../../../store/libsql/fault.ts";
import { CommandFailure, defineCommand } from "../../cli/command.ts";
import { untilStopped, writeLog } from "../../cli/service_process.ts";
import { createAppPages } from "../app_pages.ts";
import type { Relay } from "../start.ts";
import { startRelay } from "../start.ts";
import { readRelaySettings, type RelayVariable, SettingFault } from "../settings.ts";

const DATABASE = "PACERELLE_RELAY_DATABASE_URL";

/** What is wrong with the database, and what to do. */
const DATABASE_SENTENCES: Readonly<Record<DatabaseFaultKind, string>> = {
  corrupt:
    `La base du relais est abîmée : restaurez une sauvegarde, ou indiquez-en une autre avec ${DATABASE}.`,
  foreign: `Cette base appartient à un autre programme : indiquez-en une autre avec ${DATABASE}.`,
  newer: "Cette base vient d’une version plus récente : mettez le relais à jour.",
  readonly: "La base du relais ne peut pas être écrite : vérifiez les droits du dossier.",
  locked: "Un autre programme se sert de la base du relais : arrêtez-le, ou indiquez-en une autre.",
  full: "Le disque est plein : libérez de la place.",
  unreachable: `La base du relais ne peut pas être ouverte : vérifiez ${DATABASE}.`,
};

const VAPID_MUST = "doit être une moitié de clé VAPID (P-256, en base64url) et aller avec l’autre : " +
  "corrigez-les, ou retirez les deux";

/** How the sentence that refuses a variable goes on. */
const MUST: Readonly<Record<RelayVariable, string>> = {
  PACERELLE_RELAY_HOST: "doit être un nom de machine ou une adresse IP",
  PACERELLE_RELAY_PORT: "doit être un nombre de 0 à 65535",
  PACERELLE_RELAY_DATABASE_URL: "doit être file:CHEMIN, libsql://… ou https://…",
  PACERELLE_RELAY_PUBLIC_URL: "doit être une adresse http:// ou https://",
  PACERELLE_RELAY_FILES_MAX_BYTES: "doit être un nombre d’octets, en chiffres",
  PACERELLE_RELAY_PUSH_HOSTS: "doit être une liste de noms de machines séparés par des virgules",
  PACERELLE_RELAY_PROXIES: "doit être une liste d’adresses IP séparées par des virgules",
  PACERELLE_RELAY_VAPID_PUBLIC_KEY: VAPID_MUST,
  PACERELLE_RELAY_VAPID_PRIVATE_KEY: VAPID_MUST,
  PACERELLE_RELAY_VAPID_SUBJECT: "doit être mailto:… ou https://…",
};

/** The sentence for a failure to start that a person can mend; anything else is a bug. */
function sentenceFor(error: unknown): string | undefined {
  if (error instanceof SettingFault) return `${error.variable} ${MUST[error.variable]}.`;
  if (error instanceof DatabaseFault) return DATABASE_SENTENCES[error.kind];
  if (error instanceof Deno.errors.AddrInUse) {
    return "Ce port est déjà pris : arrêtez l’autre programme, ou choisissez-en un autre avec PACERELLE_RELAY_PORT.";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return "Cette machine n’a pas l’adresse d’écoute demandée : vérifiez PACERELLE_RELAY_HOST.";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return "Ce port est réservé : choisissez-en un au-dessus de 1023 avec PACERELLE_RELAY_PORT.";
  }
  return undefined;
}

/** `relay` */
export const relayCommand = defineCommand({
  summary:
    "Sert le relais : il transmet ce qu’il ne peut pas lire. Ses réglages sont les variables PACERELLE_RELAY_… (README).",
  options: {},
  async run(_given, terminal) {
    const log = createLogger({ level: "info", write: writeLog, env: systemEnv });
    let relay: Relay;
    try {
      relay = await startRelay(readRelaySettings((name) => terminal.environment(name)), {
        log,
        app: await createAppPages(),
      });
    } catch (error) {
      const sentence = sentenceFor(error);
      throw sentence === undefined ? error : new CommandFailure(sentence);
    }
    const stopped = untilStopped();
    await terminal.out(`Le relais écoute sur ${relay.address}\n`);
    await stopped;
    await relay.shutdown();
    // All is written and closed. A message that crosses the closing of its socket leaves a timer of the runtime's behind,
    // which would hold the process for half of `idleSeconds`; a peer that was left to the runtime, for all of it.
    Deno.exit(0);
  },
});
