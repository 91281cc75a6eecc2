/**
 * The stdio server's settings, from flags and variables. What is missing or malformed is told by its variable and how to
 * get it; values are never repeated, since one may be a secret in the wrong place (contract: pacerelle §1).
 * @module
 */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { LOG_LEVELS, type LogLevel } from "../../base/log.ts";
import type { Refusal } from "../../base/refusal.ts";
import type { InboxSettings } from "../../service/pacerelle/open_inbox.ts";
import { refuse } from "../../service/pacerelle/refusals.ts";
import { isInside } from "../../store/files/open_inside.ts";
import { AgentId } from "../../wire/ids.ts";
import { LIVE_PATH } from "../../wire/live.ts";
import { liveUrl } from "../../wire/relay_call.ts";
import { parseToken } from "../../wire/token.ts";

/** Where settings come from. A flag wins over its variable. */
export interface SettingSources {
  readonly agentId?: string | undefined;
  readonly token?: string | undefined;
  readonly filesDir?: string | undefined;
  environment(variable: string): string | undefined;
}

/** One setting at fault, and what to do about it, in French. */
export interface SettingIssue {
  readonly variable: string;
  readonly problem: string;
  readonly action: string;
}

/** The settings, or every fault in them. The level of the log is known either way. */
export type SettingsRead =
  & { readonly logLevel: LogLevel }
  & (
    | { readonly ok: true; readonly settings: InboxSettings }
    | { readonly ok: false; readonly issues: readonly SettingIssue[] }
  );

const DEFAULT_BASE_URL = "http://localhost:8080";
const MAX_URL = 2_000;
const FROM_APP = "Dans l’application Pacerelle : Agents → Connecter un agent ; placez";

/** What to do, by variable. */
const ACTIONS: Readonly<Record<string, string>> = {
  PACERELLE_AGENT_ID:
    `${FROM_APP} l’identifiant (agent_…) dans PACERELLE_AGENT_ID, dans la configuration de l’hôte, puis redémarrez-le.`,
  PACERELLE_AGENT_TOKEN:
    `${FROM_APP} le jeton (pct1_…) dans PACERELLE_AGENT_TOKEN, dans la configuration de l’hôte, puis redémarrez-le.`,
  PACERELLE_STORE_ROOT:
    "Indiquez un chemin complet dans PACERELLE_STORE_ROOT, ou retirez-la pour utiliser ~/.pacerelle/mcp.",
  PACERELLE_BASE_URL: "Indiquez l’adresse du relais dans PACERELLE_BASE_URL, comme https://relais.example.",
  PACERELLE_WS_URL:
    "Retirez PACERELLE_WS_URL, qui se déduit de PACERELLE_BASE_URL, ou indiquez une adresse wss://….",
  PACERELLE_FILES_DIR:
    "Indiquez le chemin complet d’un dossier dans PACERELLE_FILES_DIR, ou retirez-la : aucun fichier n’est alors échangé.",
  PACERELLE_LOG: "Indiquez error, warn, info ou debug dans PACERELLE_LOG, ou retirez-la.",
};

/** A value is wrong, for a reason that a person understands. */
class Malformed extends Error {}

/** Reads all settings. Touches neither disk nor network. */
export async function readSettings(sources: SettingSources): Promise<SettingsRead> {
  const issues: SettingIssue[] = [];
  const read = async <Value>(
    variable: string,
    parse: (text: string | undefined) => Value | Promise<Value>,
    given?: string,
  ): Promise<Value | undefined> => {
    try {
      const text = (given ?? sources.environment(variable))?.trim() || undefined;
      // Some hosts hand a reference on as it is written (mcp-wire habit 9).
      if (text?.startsWith("${")) {
        throw new Malformed("l’hôte a transmis « ${…} » au lieu de la valeur : écrivez la valeur elle-même");
      }
      return await parse(text);
    } catch (error) {
      const problem = error instanceof Malformed ? error.message : "la valeur n’a pas la bonne forme";
      issues.push({ variable, problem, action: ACTIONS[variable] ?? "" });
      return undefined;
    }
  };

  const agentId = await read("PACERELLE_AGENT_ID", (text) => AgentId.parse(required(text)), sources.agentId);
  const token = await read("PACERELLE_AGENT_TOKEN", async (text) => {
    await parseToken(required(text));
    return text;
  }, sources.token);
  const storeRoot = await read("PACERELLE_STORE_ROOT", readRoot);
  const baseUrl = await read(
    "PACERELLE_BASE_URL",
    (text) => readUrl(text ?? DEFAULT_BASE_URL, ["http:", "https:"]).href,
  );
  const wsUrl = await read("PACERELLE_WS_URL", (text) => text === undefined ? "" : readWsUrl(text));
  const filesDir = await read(
    "PACERELLE_FILES_DIR",
    (text) => text === undefined ? "" : readFilesFolder(text, storeRoot),
    sources.filesDir,
  );
  const logLevel = await read("PACERELLE_LOG", readLevel) ?? "info";

  if (
    issues.length > 0 || agentId === undefined || token === undefined || storeRoot === undefined ||
    baseUrl === undefined || wsUrl === undefined || filesDir === undefined
  ) return { ok: false, issues, logLevel };
  return {
    ok: true,
    logLevel,
    settings: {
      agentId,
      token,
      storeRoot,
      baseUrl,
      wsUrl: wsUrl === "" ? liveUrl(baseUrl) : wsUrl,
      ...(filesDir === "" ? {} : { filesDir }),
    },
  };
}

/** NOT_CONFIGURED, naming each variable and how to get it. */
export function notConfigured(issues: readonly SettingIssue[]): Refusal {
  const sentences = issues.map(({ variable, problem, action }) => `${variable} : ${problem}. ${action}`);
  return refuse(
    "NOT_CONFIGURED",
    { variables: issues.map(({ variable }) => variable) },
    `Pacerelle n’est pas encore configuré. ${sentences.join(" ")}`,
  );
}

function required(text: string | undefined): string {
  if (text === undefined) throw new Malformed("elle manque");
  return text;
}

function readRoot(text: string | undefined): string {
  return text === undefined ? join(homedir(), ".pacerelle", "mcp") : readFolder(text);
}

/** Hosts start servers without a shell: `~` comes as it is written. */
function readFolder(text: string): string {
  const path = text === "~" || /^~[\\/]/.test(text) ? join(homedir(), text.slice(1)) : text;
  if (!isAbsolute(path)) throw new Malformed("il faut un chemin complet");
  return path;
}

/**
 * What the assistant may be talked into sending lies in this folder: so it holds neither the state, in which the keys are, nor
 * a person's whole home, in which the hosts' settings with the token are.
 */
function readFilesFolder(text: string, storeRoot: string | undefined): string {
  const folder = readFolder(text);
  const isWide = isInside(folder, homedir()) ||
    (storeRoot !== undefined && (isInside(folder, storeRoot) || isInside(storeRoot, folder)));
  if (isWide) {
    throw new Malformed("ce dossier ouvre trop : votre dossier personnel entier, ou celui où sont les clés");
  }
  return folder;
}

function readUrl(text: string, protocols: readonly string[]): URL {
  const url = new URL(text);
  if (text.length > MAX_URL || !protocols.includes(url.protocol)) {
    throw new Malformed("l’adresse ne convient pas");
  }
  // They would end up in logs and in error texts.
  if (url.username !== "" || url.password !== "") throw new Malformed("l’adresse contient un mot de passe");
  return url;
}

/** The relay's WebSocket; where no path is given, the one at which relays serve it. */
function readWsUrl(text: string): string {
  const url = readUrl(text, ["ws:", "wss:"]);
  url.hash = "";
  if (url.pathname === "/") url.pathname = LIVE_PATH;
  return url.href;
}

function readLevel(text: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((known) => known === (text ?? "info").toLowerCase());
  if (level === undefined) throw new Malformed("ce niveau n’existe pas");
  return level;
}
