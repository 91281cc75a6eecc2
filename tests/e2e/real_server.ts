/**
 * Messagerie as people run it: `deno task serve` on a database of its own, with a site, two inboxes, an advisor, tokens,
 * and one conversation started by e-mail. The mail server does not exist: what would leave stays queued.
 * @module
 */
import { runJson, testFolder } from "../server/messagerie/cli/run_cli.ts";
import { callOk, serve } from "../server/messagerie/served.ts";

export interface RealServer extends AsyncDisposable {
  readonly url: string;
  readonly write: string;
  readonly read: string;
  readonly inboxId: string;
  readonly agentId: string;
  readonly conversationId: string;
  /** Another token that may write: each has a rate limit of its own. */
  token(): Promise<string>;
}

export async function startRealServer(): Promise<RealServer> {
  const folder = await testFolder();
  const json = (...args: string[]) => runJson(folder.url, args);
  const token = async (access: string): Promise<string> =>
    (await json("token", "create", "--label", "Robot", "--access", access, "--surface", "mcp")).token;
  await json("site", "add", "Boutique");
  const inbox = await json("inbox", "add", "Ventes");
  const agent = await json("agent", "add", "claire", "--name", "Claire Dubois", "--role", "supervisor");
  const [write, read] = [await token("write"), await token("read")];
  const served = await serve(folder.url, {
    MESSAGERIE_SMTP_URL: "smtp://127.0.0.1:1",
    MESSAGERIE_MAIL_FROM: "aide@example.com",
  });
  const started = await callOk(served.url, write, "start_conversation", {
    channel: "email",
    email: "lea@example.com",
    name: "Léa Martin",
    text: "Bonjour, votre délai de remboursement est de trois jours.",
  });
  return {
    url: served.url,
    write,
    read,
    inboxId: inbox.id,
    agentId: agent.id,
    conversationId: started.id,
    token: () => token("write"),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Passes requests on with a token added: for clients that cannot send a header. */
export function withToken(url: string, token: string): { readonly url: string } & AsyncDisposable {
  const proxy = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token}`);
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? null : await request.bytes();
    return await fetch(url + pathname + search, { method: request.method, headers, body });
  });
  return {
    url: `http://127.0.0.1:${proxy.addr.port}`,
    [Symbol.asyncDispose]: () => proxy.shutdown(),
  };
}
