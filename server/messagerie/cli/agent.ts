/**
 * `agent add | invite | reset | list | deactivate` (contract: messagerie §4, §11). Links are printed, since mail may be
 * absent; they leave by e-mail too where it is set up.
 * @module
 */
import {
  addAgent,
  type AgentEntry,
  deactivateAgent,
  listAllAgents,
} from "../../../service/messagerie/directory/agents.ts";
import type { AdminDesk } from "../../../service/messagerie/admin/admin_desk.ts";
import {
  invitePerson,
  listPeople,
  sendPersonLink,
  type SentLink,
} from "../../../service/messagerie/admin/people.ts";
import { MAX_PASSWORD } from "../../../service/messagerie/limits.ts";
import { CommandFailure, type CommandGroup, defineCommand, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { outboundProviders } from "../channels/channels.ts";
import { createAdminDesk } from "../inbox/admin/create_admin_desk.ts";
import { readPublicUrl, readSettings } from "../settings.ts";
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

/** Runs `work` on the desk as administration sees it: with mail, with the address that links begin with. */
function withAdmin<Result>(
  terminal: Terminal,
  options: { readonly "database-url": string | undefined },
  work: (desk: AdminDesk) => Promise<Result>,
  sentences: Readonly<Record<string, string>>,
): Promise<Result> {
  return withDesk(terminal, options, (desk) => {
    const sources = { environment: terminal.environment };
    const settings = readSettings(sources);
    const publicUrl = readPublicUrl(sources);
    return work(
      createAdminDesk(desk, { settings, providers: outboundProviders(settings), publicUrl: () => publicUrl }),
    );
  }, sentences);
}

/** What is told of a link; it alone stands on standard output, so that it can be passed on. */
async function answerLink(terminal: Terminal, json: boolean, sent: SentLink): Promise<number> {
  const { person, link, mail } = sent;
  await answer(terminal, json, { login: person.login, ...link, mail: mail.state }, [link.url]);
  if (json) return 0;
  const posted = {
    sent: `Ce lien est parti à ${person.login}`,
    failed: `Ce lien n’a pas pu partir par e-mail : ${mail.reason?.fr ?? ""} Transmettez-le`,
    off: "Transmettez ce lien",
    no_address: "Transmettez ce lien",
  }[mail.state];
  await terminal.error(`${posted} ; il ouvre une fois, jusqu’au ${link.expiresAt}.\n`);
  return 0;
}

const invite = defineCommand({
  summary: "Invite une personne : un lien, une fois, où elle choisit son mot de passe.",
  positionals: ["LOGIN"],
  options: {
    name: { type: "string", value: "NOM", help: "le nom montré aux visiteurs (le login)" },
    role: { type: "string", value: "RÔLE", help: "agent ou supervisor (agent)" },
    inbox: { type: "string", multiple: true, value: "ID", help: "une boîte qu’elle sert" },
    ...JSON_OPTION,
    ...DATABASE_OPTION,
  },
  async run({ options, positionals: [login] }, terminal) {
    if (login === undefined) throw new UsageError("Il manque le login de la personne.");
    const role = options.role ?? "agent";
    if (role !== "agent" && role !== "supervisor") {
      throw new UsageError("--role doit être agent ou supervisor.");
    }
    const sent = await withAdmin(terminal, options, async (desk) => {
      const there = (await listPeople(desk)).find((person) => sameLogin(person.login, login));
      if (there === undefined) {
        const wanted = { login, name: options.name ?? login, role, inboxIds: options.inbox } as const;
        return await invitePerson(desk, null, wanted);
      }
      if (there.joined) {
        throw new CommandFailure("Cette personne a déjà un mot de passe : voyez « agent reset ».");
      }
      return await sendPersonLink(desk, null, there.id);
    }, { UNKNOWN_ITEM: "Cette personne n’est plus active." });
    return await answerLink(terminal, options.json, sent);
  },
});

const reset = defineCommand({
  summary: "Donne à une personne un lien, une fois, vers un autre mot de passe.",
  positionals: ["LOGIN"],
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options, positionals: [login] }, terminal) {
    if (login === undefined) throw new UsageError("Il manque le login de la personne.");
    const sent = await withAdmin(terminal, options, async (desk) => {
      const there = (await listPeople(desk)).find((person) => sameLogin(person.login, login));
      return await sendPersonLink(desk, null, there?.id ?? "");
    }, { UNKNOWN_ITEM: "Aucune personne active n’a ce login : voyez « agent list »." });
    return await answerLink(terminal, options.json, sent);
  },
});

/** Case aside for ASCII, as the database compares logins. */
function sameLogin(one: string, other: string): boolean {
  const lower = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower(one) === lower(other);
}

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
  commands: { add, invite, reset, list, deactivate },
};
