/**
 * `agent add | list | deactivate` (contract: messagerie §4, §11).
 * @module
 */
import {
  addAgent,
  type AgentEntry,
  deactivateAgent,
  listAllAgents,
} from "../../../service/messagerie/directory/agents.ts";
import { MAX_PASSWORD } from "../../../service/messagerie/limits.ts";
import { type CommandGroup, defineCommand, UsageError } from "../../cli/command.ts";
import { answer, DATABASE_OPTION, JSON_OPTION, row, withDesk } from "./with_desk.ts";

/** The first line of standard input, no longer than a password may be. */
async function readPassword(): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of Deno.stdin.readable) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n") || text.length > MAX_PASSWORD + 2) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? "";
}

const add = defineCommand({
  summary: "Ajoute un conseiller ou un superviseur.",
  positionals: ["[LOGIN]"],
  options: {
    login: {
      type: "string",
      value: "LOGIN",
      help: "son identifiant (obligatoire, ici ou comme premier mot)",
    },
    name: { type: "string", value: "NOM", help: "le nom montré aux visiteurs (le login)" },
    role: { type: "string", value: "RÔLE", help: "agent ou supervisor (agent)" },
    inbox: { type: "string", multiple: true, value: "ID", help: "une boîte qu’il sert" },
    "password-stdin": {
      type: "boolean",
      help: "lit son mot de passe sur l’entrée (sans : il n’ouvre pas les pages)",
    },
    ...JSON_OPTION,
    ...DATABASE_OPTION,
  },
  async run({ options, positionals: [word] }, terminal) {
    const login = options.login ?? word;
    const role = options.role ?? "agent";
    if (login === undefined || (options.login !== undefined && word !== undefined)) {
      throw new UsageError("Il faut un login, une fois.");
    }
    if (role !== "agent" && role !== "supervisor") {
      throw new UsageError("--role doit être agent ou supervisor.");
    }
    const password = options["password-stdin"] ? await readPassword() : null;
    const agent = await withDesk(
      terminal,
      options,
      (desk) =>
        addAgent(desk, { login, name: options.name ?? login, role, inboxes: options.inbox, password }),
      {
        INBOX_NOT_FOUND: "Une de ces boîtes n’existe pas : voyez « inbox list ».",
      },
    );
    return await answer(terminal, options.json, agent, [describe(agent)]);
  },
});

function describe(agent: AgentEntry): string {
  return row(agent.login, agent.role, agent.active ? "actif" : "parti", agent.name, agent.id);
}

const list = defineCommand({
  summary: "Dit les conseillers, ceux qui sont partis aussi.",
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options }, terminal) {
    const agents = await withDesk(terminal, options, listAllAgents);
    return await answer(terminal, options.json, agents, agents.map(describe));
  },
});

const deactivate = defineCommand({
  summary: "Retire un conseiller : ses sessions et les jetons qu’il a créés n’ouvrent plus rien.",
  positionals: ["LOGIN"],
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options, positionals: [login] }, terminal) {
    if (login === undefined) throw new UsageError("Il manque le login du conseiller.");
    await withDesk(terminal, options, (desk) => deactivateAgent(desk, login), {
      AGENT_NOT_FOUND: "Aucun conseiller n’a ce login : voyez « agent list ».",
    });
    return await answer(terminal, options.json, { login, active: false }, [`${login} n’est plus actif.`]);
  },
});

/** `agent …` */
export const agentCommands: CommandGroup = {
  summary: "Les conseillers",
  commands: { add, list, deactivate },
};
