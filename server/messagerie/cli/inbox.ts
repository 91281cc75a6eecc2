/**
 * `inbox add | list` (contract: messagerie §4, §11).
 * @module
 */
import { addInbox, type InboxEntry, listAllInboxes } from "../../../service/messagerie/directory/places.ts";
import { type CommandGroup, defineCommand } from "../../cli/command.ts";
import { answer, DATABASE_OPTION, JSON_OPTION, nameOf, row, withDesk } from "./with_desk.ts";

function describe(inbox: InboxEntry): string {
  return row(inbox.id, inbox.name, inbox.description);
}

const add = defineCommand({
  summary: "Ajoute une boîte de réception.",
  positionals: ["[NOM]"],
  options: {
    name: { type: "string", value: "NOM", help: "son nom (obligatoire, ici ou comme premier mot)" },
    description: { type: "string", value: "TEXTE", help: "à quoi elle sert" },
    site: { type: "string", value: "ID", help: "le site dont elle est (aucun)" },
    ...JSON_OPTION,
    ...DATABASE_OPTION,
  },
  async run({ options, positionals: [word] }, terminal) {
    const name = nameOf(options.name, word);
    const inbox = await withDesk(
      terminal,
      options,
      (desk) => addInbox(desk, { name, description: options.description ?? "", site: options.site ?? null }),
    );
    return await answer(terminal, options.json, inbox, [describe(inbox)]);
  },
});

const list = defineCommand({
  summary: "Dit les boîtes de réception.",
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options }, terminal) {
    const inboxes = await withDesk(terminal, options, listAllInboxes);
    return await answer(terminal, options.json, inboxes, inboxes.map(describe));
  },
});

/** `inbox …` */
export const inboxCommands: CommandGroup = { summary: "Les boîtes de réception", commands: { add, list } };
