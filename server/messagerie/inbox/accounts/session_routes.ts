/**
 * Signing in and out, links that open once: what can be asked for without a session, and the session itself.
 * @module
 */
import * as z from "zod";
import { readAccount } from "../../../../service/messagerie/accounts/account.ts";
import type { AccountDesk } from "../../../../service/messagerie/accounts/account_desk.ts";
import { acceptInvitation, resetPassword } from "../../../../service/messagerie/accounts/choose_password.ts";
import { askForLink } from "../../../../service/messagerie/accounts/forgotten_password.ts";
import { readLink } from "../../../../service/messagerie/accounts/links.ts";
import { csrfOf } from "../../../../service/messagerie/accounts/secret.ts";
import {
  endOwnSessions,
  endSession,
  listSessions,
} from "../../../../service/messagerie/accounts/sessions.ts";
import { needsSetUp, setUp } from "../../../../service/messagerie/accounts/set_up.ts";
import { type SignedInNow, signIn } from "../../../../service/messagerie/accounts/sign_in.ts";
import { defineRoute } from "../route.ts";
import { cookiesOf } from "./cookies.ts";
import { login, password, personName, secret } from "./fields.ts";
import { DONE, LINK, SESSION, SESSION_ENTRY, WELCOME } from "./objects.ts";
import { holdSameOrigin } from "./same_origin.ts";

const userAgentOf = (request: Request) => request.headers.get("user-agent") ?? "";

/** What a page is told of a session that was just opened; its cookies go into `headers`. */
export async function answerSession(desk: AccountDesk, { session, device }: SignedInNow, headers: Headers) {
  const cookies = cookiesOf(desk.publicUrl());
  cookies.setSession(headers, session.secret);
  cookies.setDevice(headers, device);
  return await sessionView(desk, {
    actor: session.actor,
    sessionId: session.id,
    csrf: csrfOf(session.secret),
    expiresAt: session.expiresAt,
  });
}

async function sessionView(
  desk: Pick<AccountDesk, "store">,
  session: {
    readonly actor: Parameters<typeof readAccount>[1];
    readonly sessionId: string;
    readonly csrf: string;
    readonly expiresAt: number;
  },
) {
  const { id, login, name, role, preferences } = await readAccount(desk, session.actor);
  return {
    person: { id, login, name, role },
    preferences,
    csrf: session.csrf,
    sessionId: session.sessionId,
    expiresAt: new Date(session.expiresAt).toISOString(),
  };
}

/** The routes of sessions. */
export function sessionRoutes(desk: AccountDesk) {
  return [
    defineRoute({
      method: "GET",
      path: "/welcome",
      access: "anyone",
      response: WELCOME,
      run: async () => ({ needsSetUp: await needsSetUp(desk), mail: desk.mail !== undefined }),
    }),
    defineRoute({
      method: "GET",
      path: "/session",
      access: "person",
      response: SESSION,
      run: ({ session }) => sessionView(desk, session),
    }),
    defineRoute({
      method: "POST",
      path: "/session",
      access: "anyone",
      body: z.object({ login, password }),
      response: SESSION,
      async run({ request, address, headers, body }) {
        holdSameOrigin(request, desk.publicUrl());
        const held = cookiesOf(desk.publicUrl()).read(request);
        const signedIn = await signIn(desk, {
          ...body,
          network: address,
          userAgent: userAgentOf(request),
          device: held.device,
          replaces: held.session,
        });
        return await answerSession(desk, signedIn, headers);
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/session",
      access: "person",
      response: DONE,
      async run({ actor, session, headers }) {
        await endSession(desk, actor, session.sessionId);
        cookiesOf(desk.publicUrl()).clearSession(headers);
        return {};
      },
    }),
    defineRoute({
      method: "GET",
      path: "/sessions",
      access: "person",
      response: z.array(SESSION_ENTRY),
      run: ({ actor }) => listSessions(desk, actor),
    }),
    defineRoute({
      method: "DELETE",
      path: "/sessions",
      access: "person",
      response: DONE,
      async run({ actor, headers }) {
        await endOwnSessions(desk, actor);
        cookiesOf(desk.publicUrl()).clearSession(headers);
        return {};
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/sessions/{id}",
      access: "person",
      params: z.object({ id: z.guid() }),
      response: DONE,
      async run({ actor, params }) {
        await endSession(desk, actor, params.id);
        return {};
      },
    }),
    defineRoute({
      method: "POST",
      path: "/links/look",
      access: "anyone",
      body: z.object({ secret }),
      response: LINK,
      run({ request, body }) {
        holdSameOrigin(request, desk.publicUrl());
        return readLink(desk, body.secret);
      },
    }),
    defineRoute({
      method: "POST",
      path: "/links/set-up",
      access: "anyone",
      body: z.object({ secret, name: personName, login, password }),
      response: SESSION,
      status: 201,
      async run({ request, headers, body }) {
        holdSameOrigin(request, desk.publicUrl());
        const signedIn = await setUp(desk, { ...body, userAgent: userAgentOf(request) });
        return await answerSession(desk, signedIn, headers);
      },
    }),
    defineRoute({
      method: "POST",
      path: "/links/invitation",
      access: "anyone",
      body: z.object({ secret, password, name: personName.optional() }),
      response: SESSION,
      status: 201,
      async run({ request, headers, body }) {
        holdSameOrigin(request, desk.publicUrl());
        const signedIn = await acceptInvitation(desk, { ...body, userAgent: userAgentOf(request) });
        return await answerSession(desk, signedIn, headers);
      },
    }),
    defineRoute({
      method: "POST",
      path: "/links/reset",
      access: "anyone",
      body: z.object({ secret, password }),
      response: z.strictObject({ login: z.string() }),
      async run({ request, headers, body }) {
        holdSameOrigin(request, desk.publicUrl());
        const { login, device } = await resetPassword(desk, body);
        cookiesOf(desk.publicUrl()).setDevice(headers, device);
        return { login };
      },
    }),
    defineRoute({
      method: "POST",
      path: "/password/forgotten",
      access: "anyone",
      body: z.object({ login }),
      response: DONE,
      status: 202,
      async run({ request, address, body }) {
        holdSameOrigin(request, desk.publicUrl());
        await askForLink(desk, { login: body.login, network: address });
        return {};
      },
    }),
  ] as const;
}

/** Their types, for pages. */
export type SessionRoutes = ReturnType<typeof sessionRoutes>;
