/**
 * `serve`: the server, until it is told to stop (contract: messagerie §1).
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { createLogger } from "../../../base/log.ts";
import { CommandFailure, defineCommand, type Option } from "../../cli/command.ts";
import { setUpLink } from "../../../service/messagerie/accounts/set_up.ts";
import type { AdminDesk } from "../../../service/messagerie/admin/admin_desk.ts";
import { listTokens } from "../../../service/messagerie/tokens/manage_tokens.ts";
import { startServer } from "../serve.ts";
import { readSettings, type SettingFlag, SETTINGS } from "../settings.ts";
import { explained } from "./with_desk.ts";
import { untilStopped, writeLog } from "../../cli/service_process.ts";

type ServeOptions = Readonly<Record<SettingFlag, Option & { readonly type: "string" }>>;

/** A flag for each setting that is no secret. */
export const SERVE_OPTIONS = Object.fromEntries(
  Object.entries(SETTINGS).filter(([, setting]) => "value" in setting)
    .map(([flag, { help, variable, ...setting }]) => [
      flag,
      {
        type: "string",
        help: `${help} ; ou ${variable}`,
        ...("value" in setting ? { value: setting.value } : {}),
      },
    ]),
) as ServeOptions;

/** Starts to listen; an address that cannot be had is one sentence. */
export async function listening<Result>(start: () => Promise<Result>): Promise<Result> {
  try {
    return await explained(start);
  } catch (error) {
    const { AddrInUse, AddrNotAvailable, PermissionDenied } = Deno.errors;
    if (error instanceof AddrInUse) {
      throw new CommandFailure(
        "Ce port est déjà pris : arrêtez l’autre programme, ou choisissez-en un autre avec MESSAGERIE_PORT.",
      );
    }
    // A host name that does not resolve has no class of its own.
    const unresolved = error instanceof Error && error.message.startsWith("failed to lookup address");
    if (error instanceof AddrNotAvailable || unresolved) {
      throw new CommandFailure(
        "Cette machine n’a pas l’adresse d’écoute demandée : vérifiez MESSAGERIE_HOST.",
      );
    }
    if (error instanceof PermissionDenied) {
      throw new CommandFailure(
        "Ce port est réservé : choisissez-en un au-dessus de 1023 avec MESSAGERIE_PORT.",
      );
    }
    throw error;
  }
}

/** How to become the first supervisor, while none can sign in: a line, with a link that is new each time. */
export async function setUpSteps(desk: AdminDesk): Promise<readonly string[]> {
  const link = await setUpLink(desk);
  return link === null
    ? []
    : [`Premiers pas : ouvrez ${link.url} pour créer le premier superviseur (une fois, dans les 24 heures)`];
}

/** What to do next on a desk that nobody can use yet. */
async function firstSteps(desk: AdminDesk): Promise<readonly string[]> {
  const tokens = await listTokens(desk);
  return [
    ...await setUpSteps(desk),
    ...(!tokens.some(({ active }) => active)
      ? ["Aucun jeton encore : deno task cli token create --label NOM --access write"]
      : []),
  ];
}

/** `serve` */
export const serveCommand = defineCommand({
  summary: "Sert la messagerie : MCP et REST.",
  options: SERVE_OPTIONS,
  async run({ options }, terminal) {
    const server = await listening(() => {
      const settings = readSettings({ environment: terminal.environment, flags: options });
      const log = createLogger({ level: settings.logLevel, write: writeLog, env: systemEnv });
      return startServer(settings, { env: systemEnv, log });
    });
    const stopped = untilStopped();
    const lines = [
      `Messagerie écoute sur ${server.url} ; adresse pour les agents : ${server.publicUrl}/mcp`,
      ...await firstSteps(server.desk),
    ];
    await terminal.out(lines.map((line) => `${line}\n`).join(""));
    await stopped;
    await server.close();
    return 0;
  },
});
