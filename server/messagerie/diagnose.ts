/**
 * The checks behind `doctor-messagerie`: settings, versions, database, write lock, channels, clock, port. Changes nothing: no
 * database is made or migrated, and a server that runs meanwhile is not disturbed.
 * @module
 */
import { stat } from "node:fs/promises";
import type { Env } from "../../base/env.ts";
import { VERSION } from "../../base/version.ts";
import { pathOf } from "../../store/libsql/database.ts";
import { canWriteDesk, type DeskInspection, inspectDesk } from "../../store/messagerie/copy_desk.ts";
import { MAX_FILE_BYTES } from "../../service/messagerie/limits.ts";
import type { Check } from "../cli/checks.ts";
import { explain } from "./explain.ts";
import { readSettings, type Settings, type SettingSources } from "./settings.ts";
import { httpAddress } from "./target.ts";

/** How long a server has to answer. */
const HEALTH_MS = 5_000;
/** A clock this far behind the latest change puts new messages before old ones. */
const MAX_BACKWARDS_MS = 120_000;
/** The share of the room for files above which it is told. */
const FILES_WARNING = 0.8;
/** Cut after the first « : » or « ; », a fault's sentence is what is wrong, then what to do. */
const PARTS = /^(.*?)\s[:;]\s(.*)$/s;

/** Looks at one thing after the other. */
export async function* diagnose(sources: SettingSources, env: Env): AsyncGenerator<Check> {
  let settings: Settings;
  try {
    settings = readSettings(sources);
  } catch (error) {
    yield faultOf("Réglages", error, "Corrigez cette variable, puis recommencez.");
    return;
  }
  yield { kind: "good", name: "Réglages", text: `écoute sur ${httpAddress(settings.host, settings.port)}` };
  yield { kind: "good", name: "Version", text: `${VERSION}, Deno ${Deno.version.deno}` };
  yield* lookAtDatabase(settings, env);
  yield* lookAtChannels(settings);
  yield* lookAtAddress(settings);
}

/** @throws what is no expected fault */
function faultOf(name: string, error: unknown, action: string): Check {
  const sentence = explain(error);
  if (sentence === null) throw error;
  const [, text = sentence, rest] = PARTS.exec(sentence) ?? [];
  return { kind: "fault", name, text, action: rest === undefined ? action : capital(rest) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function* lookAtDatabase({ database, filesMaxBytes }: Settings, env: Env): AsyncGenerator<Check> {
  const name = "Base";
  const path = pathOf(database.url);
  if (path !== undefined && await stat(path).catch(() => undefined) === undefined) {
    yield { kind: "note", name, text: `${path} n’existe pas encore : « serve » la crée` };
    return;
  }
  let found: DeskInspection;
  try {
    found = await inspectDesk(database);
  } catch (error) {
    yield faultOf(name, error, "Vérifiez MESSAGERIE_DATABASE_URL.");
    return;
  }
  yield {
    kind: "good",
    name,
    text: path === undefined ? "le serveur libSQL répond" : `${path}, relue en entier`,
  };
  yield found.behind
    ? {
      kind: "note",
      name: "Tables",
      text: "d’une version plus ancienne : le prochain démarrage les met à jour",
    }
    : { kind: "good", name: "Tables", text: "à jour" };
  if (path !== undefined) yield await lookAtLock(path);
  yield lookAtClock(found.changedAt, env.now());
  if (found.files !== null) yield lookAtFiles(found.files, filesMaxBytes);
}

/** What files take of their room; told before it is full, while there is time. */
function lookAtFiles({ kept, waiting }: NonNullable<DeskInspection["files"]>, maxBytes: number): Check {
  const text = `${inMebibytes(kept + waiting)} sur ${inMebibytes(maxBytes)}`;
  if (maxBytes === 0) {
    return { kind: "note", name: "Fichiers", text: "aucun n’est accepté : MESSAGERIE_FILES_MAX_BYTES est 0" };
  }
  const action =
    "Augmentez MESSAGERIE_FILES_MAX_BYTES si le disque le permet, ou supprimez des messages qui ont de gros fichiers.";
  // Those that wait give way.
  if (kept + MAX_FILE_BYTES > maxBytes) {
    return { kind: "fault", name: "Fichiers", text: `${text} : les gros fichiers sont refusés`, action };
  }
  return kept > FILES_WARNING * maxBytes
    ? { kind: "note", name: "Fichiers", text: `${text} : bientôt pleins`, action }
    : { kind: "good", name: "Fichiers", text };
}

function inMebibytes(bytes: number): string {
  return `${new Intl.NumberFormat("fr", { maximumFractionDigits: 1 }).format(bytes / 1_048_576)} Mio`;
}

async function lookAtLock(path: string): Promise<Check> {
  const name = "Écriture";
  try {
    if (await canWriteDesk(path)) return { kind: "good", name, text: "possible" };
  } catch (error) {
    return faultOf(name, error, "Vérifiez les droits de ce fichier et de son dossier.");
  }
  return {
    kind: "fault",
    name,
    text: "un autre programme écrit depuis plus de deux secondes",
    action:
      "Attendez la fin de l’import en cours, s’il y en a un ; sinon arrêtez le programme qui tient la base.",
  };
}

function lookAtClock(changedAt: number | null, now: number): Check {
  const behind = (changedAt ?? now) - now;
  return behind <= MAX_BACKWARDS_MS ? { kind: "good", name: "Horloge", text: new Date(now).toISOString() } : {
    kind: "fault",
    name: "Horloge",
    text: `${Math.round(behind / 1_000)} s de retard sur la dernière écriture de la base`,
    action: "Réglez l’heure de cette machine, de préférence par le réseau (NTP).",
  };
}

function* lookAtChannels({ mail, sms }: Settings): Generator<Check> {
  yield mail === null
    ? {
      kind: "note",
      name: "E-mail",
      text: "aucun ne part : MESSAGERIE_SMTP_URL et MESSAGERIE_MAIL_FROM manquent",
    }
    : { kind: "good", name: "E-mail", text: "réglé (rien n’a été envoyé)" };
  yield sms === null
    ? { kind: "note", name: "SMS", text: "aucun ne part : les variables MESSAGERIE_TWILIO_… manquent" }
    : { kind: "good", name: "SMS", text: "réglé (rien n’a été envoyé)" };
}

async function* lookAtAddress({ host, port, publicUrl }: Settings): AsyncGenerator<Check> {
  const shown = publicUrl ?? httpAddress(host, port);
  if (shown.startsWith("http:") && !/^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/.test(shown)) {
    yield {
      kind: "note",
      name: "TLS",
      text: "l’adresse montrée n’est pas chiffrée : les jetons y passent en clair",
      action:
        "Placez un mandataire TLS devant le serveur, et son adresse https:// dans MESSAGERIE_PUBLIC_URL.",
    };
  }
  yield await lookAtPort(host, port);
}

async function lookAtPort(host: string, port: number): Promise<Check> {
  const name = "Port";
  try {
    Deno.listen({ hostname: host, port }).close();
    return { kind: "good", name, text: `${port} est libre` };
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      return await isHealthy(httpAddress(host, port))
        ? { kind: "good", name, text: `${port} : un serveur y répond, et sa base aussi` }
        : {
          kind: "fault",
          name,
          text: `${port} est pris par un autre programme, ou par un serveur en panne`,
          action: "Arrêtez-le, ou choisissez un autre port avec MESSAGERIE_PORT.",
        };
    }
    return {
      kind: "fault",
      name,
      text: `impossible d’écouter sur le port ${port} de l’adresse demandée`,
      action: "Vérifiez MESSAGERIE_HOST, et prenez un port au-dessus de 1023 dans MESSAGERIE_PORT.",
    };
  }
}

async function isHealthy(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(HEALTH_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
