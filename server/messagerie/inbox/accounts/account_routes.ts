/**
 * A person's own account.
 * @module
 */
import * as z from "zod";
import {
  changeAccount,
  changePassword,
  readAccount,
} from "../../../../service/messagerie/accounts/account.ts";
import type { AccountDesk } from "../../../../service/messagerie/accounts/account_desk.ts";
import { defineRoute } from "../route.ts";
import { password, personName } from "./fields.ts";
import { ACCOUNT, PREFERENCES, SESSION } from "./objects.ts";
import { answerSession } from "./session_routes.ts";

/** The routes of accounts. */
export function accountRoutes(desk: AccountDesk) {
  return [
    defineRoute({
      method: "GET",
      path: "/account",
      access: "person",
      response: ACCOUNT,
      run: ({ actor }) => readAccount(desk, actor),
    }),
    defineRoute({
      method: "PATCH",
      path: "/account",
      access: "person",
      body: z.object({ name: personName }),
      response: ACCOUNT,
      run: ({ actor, body }) => changeAccount(desk, actor, body),
    }),
    defineRoute({
      method: "PATCH",
      path: "/preferences",
      access: "person",
      body: PREFERENCES.partial(),
      response: PREFERENCES,
      run: async ({ actor, body }) => (await changeAccount(desk, actor, { preferences: body })).preferences,
    }),
    defineRoute({
      method: "POST",
      path: "/password",
      access: "person",
      body: z.object({ current: password, password }),
      response: SESSION,
      async run({ actor, request, headers, body }) {
        const userAgent = request.headers.get("user-agent") ?? "";
        return await answerSession(desk, await changePassword(desk, actor, { ...body, userAgent }), headers);
      },
    }),
  ] as const;
}

/** Their types, for pages. */
export type AccountRoutes = ReturnType<typeof accountRoutes>;
