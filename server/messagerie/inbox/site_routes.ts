/**
 * Administration › Sites: the web sites whose visitors write to the desk, and their widgets (issue 5, points 3 and 5).
 * @module
 */
import * as z from "zod";
import { readFileRoom } from "../../../service/messagerie/files/file_room.ts";
import { MAX_NAME } from "../../../service/messagerie/limits.ts";
import {
  createIdentitySecret,
  deleteIdentitySecret,
  type SecretsDesk,
} from "../../../service/messagerie/sites/identity_secrets.ts";
import {
  changeSite,
  createSite,
  getSite,
  listSites,
  type SiteView,
} from "../../../service/messagerie/sites/manage_sites.ts";
import { MAX_GREETING, MAX_ORIGINS } from "../../../service/messagerie/widget/limits.ts";
import { defineRoute } from "./route.ts";
import { CREATED_IDENTITY_SECRET, FILE_ROOM, SITE } from "./site_objects.ts";

const name = z.string().min(1).max(2 * MAX_NAME);
const greeting = z.string().max(2 * MAX_GREETING);
const CHANGES = z.object({
  name: name.optional(),
  country: z.string().length(2).optional(),
  ai: z.boolean().optional(),
  enabled: z.boolean().optional(),
  origins: z.array(z.string().max(300)).max(MAX_ORIGINS).optional(),
  greeting: z.object({ fr: greeting, en: greeting }).optional(),
  accent: z.string().max(20).optional(),
  inboxId: z.guid().nullable().optional(),
});
const ONE = z.object({ siteId: z.guid() });

/** The tag that a site's pages need. Key and address are of characters that need no escape. */
function snippetOf(publicUrl: string, key: string): string {
  return `<script async src="${publicUrl}/widget.js" data-site="${key}"></script>`;
}

/** The routes. `publicUrl` is asked for at each answer: the address may only be known once the server listens. */
export function siteRoutes(
  { secretKey, publicUrl }: Pick<SecretsDesk, "secretKey"> & { readonly publicUrl: () => string },
) {
  const shown = (site: SiteView) => ({ ...site, snippet: snippetOf(publicUrl(), site.key) });
  return [
    defineRoute({
      method: "GET",
      path: "/admin/sites",
      access: "supervisor",
      response: z.array(SITE),
      run: async ({ desk }) => (await listSites({ ...desk, secretKey })).map(shown),
    }),
    defineRoute({
      method: "GET",
      path: "/admin/files",
      access: "supervisor",
      response: FILE_ROOM,
      run: ({ desk }) => readFileRoom(desk),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/sites",
      access: "supervisor",
      body: CHANGES.extend({ name }),
      response: SITE,
      status: 201,
      run: async ({ desk, actor, body }) => shown(await createSite({ ...desk, secretKey }, actor, body)),
    }),
    defineRoute({
      method: "GET",
      path: "/admin/sites/{siteId}",
      access: "supervisor",
      params: ONE,
      response: SITE,
      run: async ({ desk, params }) => shown(await getSite({ ...desk, secretKey }, params.siteId)),
    }),
    defineRoute({
      method: "PATCH",
      path: "/admin/sites/{siteId}",
      access: "supervisor",
      params: ONE,
      body: CHANGES,
      response: SITE,
      run: async ({ desk, actor, params, body }) =>
        shown(await changeSite({ ...desk, secretKey }, actor, params.siteId, body)),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/sites/{siteId}/secrets",
      access: "supervisor",
      params: ONE,
      response: CREATED_IDENTITY_SECRET,
      status: 201,
      run: ({ desk, actor, params }) =>
        createIdentitySecret({ ...desk, secretKey }, actor, params.siteId.toLowerCase()),
    }),
    defineRoute({
      method: "DELETE",
      path: "/admin/sites/{siteId}/secrets/{secretId}",
      access: "supervisor",
      params: ONE.extend({ secretId: z.guid() }),
      response: z.null(),
      run: async ({ desk, actor, params }) => {
        await deleteIdentitySecret(desk, actor, {
          siteId: params.siteId.toLowerCase(),
          secretId: params.secretId.toLowerCase(),
        });
        return null;
      },
    }),
  ] as const;
}

/** For the pages' types. */
export type SiteRoutes = ReturnType<typeof siteRoutes>;
