/**
 * "Administration › API et MCP": tokens, with what to paste to connect a program (the source document, "Un jeton"). An
 * advisor keeps those that they made, a supervisor all.
 * @module
 */
import * as z from "zod";
import type { AdminDesk } from "../../../../service/messagerie/admin/admin_desk.ts";
import { makeToken, revokeTokenOf, tokensFor } from "../../../../service/messagerie/admin/tokens.ts";
import { hostTexts } from "../../../../service/messagerie/connect/host_texts.ts";
import { restText } from "../../../../service/messagerie/connect/rest_text.ts";
import { MAX_LABEL } from "../../../../service/messagerie/limits.ts";
import { text } from "../../../../tools/messagerie/fields.ts";
import { inboxIds } from "../accounts/fields.ts";
import { defineRoute } from "../route.ts";
import { CREATED_TOKEN, TOKEN } from "./objects.ts";

/** The routes of tokens. */
export function tokenRoutes(desk: AdminDesk) {
  return [
    defineRoute({
      method: "GET",
      path: "/admin/tokens",
      access: "person",
      response: z.array(TOKEN),
      run: ({ actor }) => tokensFor(desk, actor),
    }),
    defineRoute({
      method: "POST",
      path: "/admin/tokens",
      access: "person",
      body: z.object({
        label: text("", MAX_LABEL, 1),
        access: z.enum(["read", "write"]),
        surfaces: z.array(z.enum(["mcp", "rest"])).min(1).max(2),
        /** Null: every inbox that who makes it reaches, now and later. */
        inboxIds: inboxIds.min(1).nullable(),
        /** Null: it does not end. */
        expiresAt: z.iso.datetime({ offset: true }).nullable(),
      }),
      response: CREATED_TOKEN,
      status: 201,
      async run({ actor, body }) {
        const expiresAt = body.expiresAt === null ? null : Date.parse(body.expiresAt);
        const created = await makeToken(desk, actor, { ...body, expiresAt });
        const connection = { publicUrl: desk.publicUrl(), token: created.token };
        return {
          ...created,
          publicUrl: connection.publicUrl,
          hosts: created.surfaces.includes("mcp") ? hostTexts(connection) : [],
          curl: created.surfaces.includes("rest") ? restText(connection) : null,
        };
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/admin/tokens/{id}",
      access: "person",
      params: z.object({ id: z.guid() }),
      response: TOKEN,
      run: ({ actor, params }) => revokeTokenOf(desk, actor, params.id),
    }),
  ] as const;
}

/** Their types, for pages. */
export type TokenRoutes = ReturnType<typeof tokenRoutes>;
