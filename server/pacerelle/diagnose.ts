/**
 * The checks behind `doctor`: settings, versions, state, lock, relay, clock. Changes nothing: no state is made, no agent is
 * connected, and a server that runs meanwhile is not disturbed.
 * @module
 */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { Env } from "../../base/env.ts";
import { Refusal } from "../../base/refusal.ts";
import { VERSION } from "../../base/version.ts";
import type { InboxSettings } from "../../service/pacerelle/open_inbox.ts";
import { FilesFault } from "../../store/files/files_fault.ts";
import { realFolder } from "../../store/files/open_inside.ts";
import { SingleHolder } from "../../store/mailbox/lock/single_holder.ts";
import { inspectJournal } from "../../store/mailbox/open_journal.ts";
import { Challenge } from "../../wire/live.ts";
import { callRelay, RelayRefusal } from "../../wire/relay_call.ts";
import { deriveTokenSecrets } from "../../wire/token.ts";
import type { Check } from "../cli/checks.ts";
import { loadConnect } from "./connect.ts";
import type { SettingsRead } from "./settings.ts";

const RELAY_MS = 5_000;
/** Signatures and keys last days; a clock that is off by more than this confuses people first. */
const MAX_SKEW_MS = 120_000;

/** Looks at one thing after the other. */
export async function* diagnose(read: SettingsRead, env: Env): AsyncGenerator<Check> {
  if (!read.ok) {
    for (const { variable, problem, action } of read.issues) {
      yield { kind: "fault", name: "Réglages", text: `${variable} : ${problem}`, action };
    }
    return;
  }
  const { settings } = read;
  yield { kind: "good", name: "Réglages", text: `${settings.agentId}, relais ${settings.baseUrl}` };
  yield { kind: "good", name: "Version", text: `${VERSION}, ${runtime()}` };
  if (isExposed(settings.baseUrl)) {
    yield {
      kind: "note",
      name: "Réglages",
      text:
        "le relais est joint sans TLS : le contenu est chiffré de bout en bout, mais pas ce qui identifie l’agent",
      action: "Utilisez une adresse https:// dans PACERELLE_BASE_URL.",
    };
  }
  yield* lookAtState(settings, env);
  yield* lookAtFiles(settings);
  yield* lookAtRelay(settings, env);
}

/** What runs this, and its version. */
function runtime(): string {
  const { deno, node } = process.versions;
  return deno === undefined ? `Node ${node}` : `Deno ${deno}`;
}

/** Over plain HTTP, to another machine. */
function isExposed(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The folder for files, where one is allowed. */
async function* lookAtFiles({ filesDir }: InboxSettings): AsyncGenerator<Check> {
  const name = "Fichiers";
  if (filesDir === undefined) return;
  try {
    const folder = await realFolder(filesDir);
    await access(folder, constants.R_OK | constants.W_OK);
    yield { kind: "good", name, text: folder };
  } catch (error) {
    const text = error instanceof FilesFault
      ? "le dossier de PACERELLE_FILES_DIR n’existe pas, ou n’en est pas un"
      : "le dossier de PACERELLE_FILES_DIR ne peut pas être lu et écrit";
    yield {
      kind: "fault",
      name,
      text,
      action: "Créez ce dossier, ou indiquez-en un autre dans PACERELLE_FILES_DIR.",
    };
  }
}

async function* lookAtState({ storeRoot, agentId }: InboxSettings, env: Env): AsyncGenerator<Check> {
  const folder = join(storeRoot, agentId);
  try {
    const { generation, size } = await inspectJournal({ root: storeRoot, name: agentId, ownerId: agentId });
    yield { kind: "good", name: "État", text: `${folder}, génération ${generation}, ${size} octets` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.details?.["reason"] === "nothing-there") {
      yield {
        kind: "note",
        name: "État",
        text: `${folder} n’existe pas encore : le premier appel d’un outil le crée`,
      };
    } else {
      yield {
        kind: "fault",
        name: "État",
        text: `${folder} ne peut pas être lu (${error.code})`,
        action: error.message,
      };
    }
  }
  // Asking for the lock makes its folder: not where there is nothing yet.
  if (await stat(folder).catch(() => undefined) === undefined) return;
  const holder = new SingleHolder({ folder, app: "pacerelle doctor", env });
  try {
    const lock = await holder.acquire();
    if (lock.held) yield { kind: "good", name: "Verrou", text: "libre" };
    else if (lock.heldBy !== undefined) {
      const { app, pid, since } = lock.heldBy;
      yield { kind: "note", name: "Verrou", text: `tenu par « ${app} », processus ${pid}, depuis ${since}` };
    } else {
      yield {
        kind: "fault",
        name: "Verrou",
        text: "tenu par un programme qui ne répond pas",
        action: "Fermez l’hôte qui a lancé l’autre serveur Pacerelle, ou redémarrez la machine.",
      };
    }
  } catch {
    yield {
      kind: "fault",
      name: "Verrou",
      text: "le dossier du verrou ne peut pas être utilisé",
      action: `Vérifiez les droits de ${folder}.`,
    };
  } finally {
    await holder.release();
  }
}

async function* lookAtRelay(settings: InboxSettings, env: Env): AsyncGenerator<Check> {
  const { bearer } = await deriveTokenSecrets(settings.token, settings.agentId);
  let date: string | null = null;
  const watched: typeof fetch = async (...args) => {
    const response = await fetch(...args);
    date = response.headers.get("date");
    return response;
  };
  const fault = (text: string, action: string): Check => ({ kind: "fault", name: "Relais", text, action });
  const options = { baseUrl: settings.baseUrl, credential: bearer, timeoutMs: RELAY_MS, fetch: watched };
  const asked = env.now();
  try {
    await callRelay(options, "fetchRosters", { after: 0 });
    yield { kind: "good", name: "Relais", text: "répond et accepte le jeton" };
  } catch (error) {
    if (!(error instanceof RelayRefusal)) {
      yield fault(
        `${settings.baseUrl} ne répond pas comme un relais`,
        "Vérifiez PACERELLE_BASE_URL, le réseau, et que le relais tourne.",
      );
      return;
    }
    yield ["UNAUTHORIZED", "FORBIDDEN", "REVOKED"].includes(error.code)
      ? fault(
        "refuse le jeton",
        "Demandez un nouveau jeton dans l’application Pacerelle (Agents) et placez-le dans PACERELLE_AGENT_TOKEN.",
      )
      : fault(
        `refuse (${error.code})`,
        "Attendez un peu, puis recommencez ; sinon prévenez qui tient le relais.",
      );
  }
  if (await greets(settings.wsUrl)) {
    yield { kind: "good", name: "WebSocket", text: "le relais parle" };
  } else {
    yield {
      kind: "fault",
      name: "WebSocket",
      text: "le relais ne parle pas",
      action: "Vérifiez PACERELLE_WS_URL, et qu’aucun pare-feu ou mandataire ne coupe les WebSockets.",
    };
  }
  yield* lookAtClock(date, (asked + env.now()) / 2);
}

/** Whether a relay speaks there: its first words need no credential, and nothing is answered. */
async function greets(url: string): Promise<boolean> {
  const connect = await loadConnect();
  return await new Promise((resolve) => {
    const end = (greeted: boolean) => {
      clearTimeout(timer);
      resolve(greeted);
      socket.close();
    };
    const timer = setTimeout(() => end(false), RELAY_MS);
    const socket = connect(url, {
      onMessage: (text) => end(isChallenge(text)),
      onClose: () => {
        clearTimeout(timer);
        resolve(false);
      },
    });
  });
}

function isChallenge(text: string): boolean {
  try {
    return Challenge.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function* lookAtClock(date: string | null, now: number): Generator<Check> {
  const theirs = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(theirs)) {
    yield { kind: "note", name: "Horloge", text: "le relais ne dit pas l’heure" };
  } else if (Math.abs(theirs - now) <= MAX_SKEW_MS) {
    yield { kind: "good", name: "Horloge", text: "à l’heure du relais" };
  } else {
    const seconds = Math.round((now - theirs) / 1000);
    yield {
      kind: "fault",
      name: "Horloge",
      text: `${Math.abs(seconds)} s ${seconds > 0 ? "d’avance" : "de retard"} sur le relais`,
      action: "Réglez l’heure de cette machine, de préférence par le réseau (NTP).",
    };
  }
}
