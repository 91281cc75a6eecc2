/**
 * `token create | list | revoke` (contract: messagerie §4, §11).
 * @module
 */
import type { Surface } from "../../../service/messagerie/actor.ts";
import { findCreator } from "../../../service/messagerie/directory/agents.ts";
import {
  type CreatedToken,
  createToken,
  listTokens,
  revokeToken,
  type TokenSummary,
} from "../../../service/messagerie/tokens/manage_tokens.ts";
import { type CommandGroup, defineCommand, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { connectionHelp } from "../connection_help.ts";
import { readPublicUrl } from "../settings.ts";
import { answer, DATABASE_OPTION, explained, JSON_OPTION, row, withDesk } from "./with_desk.ts";

const DAY_MS = 86_400_000;
/** A hundred years: longer is a slip of the finger. */
const MAX_DAYS = 36_525;

const NO_SUPERVISOR =
  "Aucun conseiller actif de ce nom, ou aucun superviseur actif : créez-en un avec « agent add LOGIN --role supervisor ».";

/** When the token ends: milliseconds since the epoch, or null. */
function expiryOf(days: string | undefined, at: string | undefined, now: number): number | null {
  if (days !== undefined && at !== undefined) {
    throw new UsageError("--expires-in-days et --expires-at ne vont pas ensemble.");
  }
  if (days !== undefined) {
    const number = Number(days);
    if (!/^\d+$/.test(days) || number > MAX_DAYS) {
      throw new UsageError(`--expires-in-days doit être un nombre entier de jours, au plus ${MAX_DAYS}.`);
    }
    return now + number * DAY_MS;
  }
  if (at === undefined) return null;
  const time = Date.parse(at);
  if (!/^\d{4}-\d{2}-\d{2}/.test(at) || Number.isNaN(time)) {
    throw new UsageError("--expires-at doit être une date ISO 8601, comme 2030-12-31T23:59:59Z.");
  }
  return time;
}

function surfacesOf(given: readonly string[]): readonly Surface[] {
  const surfaces = given.length === 0 ? ["mcp", "rest"] : given;
  return surfaces.map((surface) => {
    if (surface === "mcp" || surface === "rest") return surface;
    throw new UsageError("--surface doit être mcp ou rest.");
  });
}

const create = defineCommand({
  summary: "Crée un jeton ; il n’est montré que cette fois.",
  options: {
    label: {
      type: "string",
      value: "NOM",
      help: "son nom : il signe ce que le programme écrit (obligatoire)",
    },
    access: { type: "string", value: "DROITS", help: "read ou write (obligatoire)" },
    surface: { type: "string", multiple: true, value: "ACCÈS", help: "mcp ou rest (les deux)" },
    inbox: {
      type: "string",
      multiple: true,
      value: "ID",
      help: "une boîte qu’il atteint (toutes celles du créateur)",
    },
    "expires-in-days": { type: "string", value: "N", help: "expire dans N jours (jamais)" },
    "expires-at": { type: "string", value: "DATE", help: "expire à cette date ISO 8601" },
    by: { type: "string", value: "LOGIN", help: "son créateur (le premier superviseur actif)" },
    ...JSON_OPTION,
    ...DATABASE_OPTION,
  },
  async run({ options }, terminal) {
    const { label, access } = options;
    if (label === undefined) throw new UsageError("Il manque --label NOM.");
    if (access !== "read" && access !== "write") {
      throw new UsageError("Il manque --access read ou --access write.");
    }
    const surfaces = surfacesOf(options.surface);
    const publicUrl = await explained(() =>
      Promise.resolve(readPublicUrl({ environment: terminal.environment }))
    );
    const created = await withDesk(terminal, options, async (desk) =>
      createToken(desk, {
        label,
        access,
        surfaces,
        inboxIds: options.inbox.length === 0 ? null : options.inbox,
        expiresAt: expiryOf(options["expires-in-days"], options["expires-at"], desk.env.now()),
        createdBy: (await findCreator(desk, options.by)).no,
      }), {
      AGENT_NOT_FOUND: NO_SUPERVISOR,
      INBOX_NOT_FOUND:
        "Une de ces boîtes n’existe pas, ou son créateur ne l’atteint pas : voyez « inbox list ».",
    });
    await answer(terminal, options.json, created, [created.token]);
    if (!options.json) await terminal.error(afterCreation(terminal, publicUrl, created));
    return 0;
  },
});

/** What a person is told besides the token. A log that took the errors of a script must not hold it: it gets less. */
function afterCreation(terminal: Terminal, publicUrl: string, { surfaces, token }: CreatedToken): string {
  return terminal.watched && surfaces.includes("mcp")
    ? `\n${connectionHelp({ publicUrl, token })}`
    : "Copiez ce jeton : il ne sera plus montré.\n";
}

function describe(token: TokenSummary): string {
  const state = token.active
    ? "actif"
    : token.revokedAt !== null
    ? "révoqué"
    : "expiré ou sans créateur actif";
  return row(
    token.prefix,
    token.access,
    token.surfaces.join("+"),
    state,
    token.label,
    token.expiresAt !== null && `expire ${token.expiresAt}`,
    token.lastUsedAt === null ? "jamais utilisé" : `utilisé ${token.lastUsedAt}`,
  );
}

const list = defineCommand({
  summary: "Dit les jetons, sans leur secret.",
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options }, terminal) {
    const tokens = await withDesk(terminal, options, listTokens);
    return await answer(terminal, options.json, tokens, tokens.map(describe));
  },
});

const revoke = defineCommand({
  summary: "Révoque un jeton, dès la requête suivante.",
  positionals: ["PRÉFIXE"],
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options, positionals: [prefix] }, terminal) {
    if (prefix === undefined) throw new UsageError("Il manque le préfixe du jeton, comme msg_k3v9x2ma.");
    const revoked = await withDesk(terminal, options, (desk) => revokeToken(desk, prefix), {
      TOKEN_INVALID: "Aucun jeton n’a ce préfixe : voyez « token list ».",
    });
    return await answer(terminal, options.json, { prefix: revoked, revoked: true }, [
      `${revoked} est révoqué.`,
    ]);
  },
});

/** `token …` */
export const tokenCommands: CommandGroup = {
  summary: "Les jetons des programmes",
  commands: { create, list, revoke },
};
