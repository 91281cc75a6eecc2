/**
 * Serves the demo until it is told to stop: the desk, a site with the widget on it, how to come in by a browser and by a
 * program. What opens it lives as long as the server.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { createLogger } from "../../../base/log.ts";
import type { AdminDesk } from "../../../service/messagerie/admin/admin_desk.ts";
import { listPeople, sendPersonLink } from "../../../service/messagerie/admin/people.ts";
import { findCreator } from "../../../service/messagerie/directory/agents.ts";
import { changeSite, getSite, listSites } from "../../../service/messagerie/sites/manage_sites.ts";
import { createToken, revokeToken } from "../../../service/messagerie/tokens/manage_tokens.ts";
import { untilStopped, writeLog } from "../../cli/service_process.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { connectionHelp } from "../connection_help.ts";
import { type Server, startServer } from "../serve.ts";
import { readSettings } from "../settings.ts";
import { serveExampleSite } from "./example_site.ts";
import { listening, setUpSteps } from "./serve.ts";

const DAY_MS = 86_400_000;

/**
 * How to come in: a link for the first supervisor; once there is one, a link for the one who was here last, in case that
 * their password is forgotten.
 */
async function waysIn(desk: AdminDesk): Promise<readonly string[]> {
  const first = await setUpSteps(desk);
  if (first.length > 0) return first;
  const [last] = (await listPeople(desk)).filter(({ role, active, joined }) =>
    role === "supervisor" && active && joined
  ).toSorted((a, b) => (b.lastSeenAt ?? "").localeCompare(a.lastSeenAt ?? ""));
  if (last === undefined) return [];
  // The link is shown here: no e-mail has to carry it.
  const { link } = await sendPersonLink({ ...desk, mail: undefined }, null, last.id);
  return [`Identifiant : ${last.login} ; mot de passe oublié : ${link.url} (une fois, dans les 24 heures)`];
}

/** The example site, which holds the widget of the desk's first site; its origin is on that site's list meanwhile. */
async function openExampleSite(
  { desk, url, publicUrl }: Server,
  hostname: string,
): Promise<{ readonly url: string; close(): Promise<void> } | null> {
  // Sites are kept here, identity secrets are not: their key is not needed.
  const sites = { ...desk, secretKey: null };
  const [site] = await listSites(sites);
  if (site === undefined) return null;
  const deskPort = Number(new URL(url).port);
  const page = serveExampleSite({ name: site.name, key: site.key, deskUrl: publicUrl }, {
    hostname,
    deskPort,
  });
  const own = [page.url, `http://localhost:${new URL(page.url).port}`];
  await changeSite(sites, null, site.id, { origins: [...site.origins, ...own] });
  return {
    url: page.url,
    async close() {
      await page.close();
      const { origins } = await getSite(sites, site.id);
      await changeSite(sites, null, site.id, { origins: origins.filter((origin) => !own.includes(origin)) });
    },
  };
}

/** Serves the demo's desk, with a token that lives as long as this server. */
export async function serveDemo(
  terminal: Terminal,
  flags: { readonly "database-url": string | undefined },
): Promise<void> {
  const { server, host } = await listening(async () => {
    const settings = readSettings({ environment: terminal.environment, flags });
    const log = createLogger({ level: settings.logLevel, write: writeLog, env: systemEnv });
    return { server: await startServer(settings, { env: systemEnv, log }), host: settings.host };
  });
  const stopped = untilStopped();
  const site = await openExampleSite(server, host);
  const { token, prefix } = await createToken(server.desk, {
    label: "Agent de démonstration",
    access: "write",
    surfaces: ["mcp", "rest"],
    inboxIds: null,
    expiresAt: systemEnv.now() + 30 * DAY_MS,
    createdBy: (await findCreator(server.desk, undefined)).no,
  });
  const opening = [
    `Messagerie écoute sur ${server.url} ; Ctrl+C l’arrête.`,
    "\n── Dans un navigateur\n",
    `Bureau des conseillers : ${server.publicUrl}`,
    ...await waysIn(server.desk),
    ...(site === null ? [] : [`Site d’exemple, avec la bulle des visiteurs : ${site.url}`]),
  ].join("\n");
  await terminal.out(`${opening}\n\n${connectionHelp({ publicUrl: server.publicUrl, token })}`);
  await stopped;
  // What cannot be taken back now is no reason not to stop.
  await site?.close().catch(() => {});
  await revokeToken(server.desk, prefix).catch(() => {});
  await server.close();
}
