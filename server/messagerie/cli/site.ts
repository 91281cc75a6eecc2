/**
 * `site add | list`: the web sites whose visitors write to the desk.
 * @module
 */
import { addSite, listAllSites, type SiteEntry } from "../../../service/messagerie/directory/places.ts";
import { type CommandGroup, defineCommand } from "../../cli/command.ts";
import { answer, DATABASE_OPTION, JSON_OPTION, nameOf, row, withDesk } from "./with_desk.ts";

function describe(site: SiteEntry): string {
  return row(site.id, site.country, site.name);
}

const add = defineCommand({
  summary: "Ajoute un site.",
  positionals: ["[NOM]"],
  options: {
    name: { type: "string", value: "NOM", help: "son nom (obligatoire, ici ou comme premier mot)" },
    country: { type: "string", value: "PAYS", help: "deux lettres : les numéros nationaux s’y lisent (FR)" },
    ...JSON_OPTION,
    ...DATABASE_OPTION,
  },
  async run({ options, positionals: [word] }, terminal) {
    const name = nameOf(options.name, word);
    const site = await withDesk(
      terminal,
      options,
      (desk) => addSite(desk, { name, country: options.country ?? "FR" }),
    );
    return await answer(terminal, options.json, site, [describe(site)]);
  },
});

const list = defineCommand({
  summary: "Dit les sites.",
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options }, terminal) {
    const sites = await withDesk(terminal, options, listAllSites);
    return await answer(terminal, options.json, sites, sites.map(describe));
  },
});

/** `site …` */
export const siteCommands: CommandGroup = { summary: "Les sites web", commands: { add, list } };
