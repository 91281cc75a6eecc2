/**
 * From hello to welcome: who it is, whether there is room for it, and where it stands.
 * @module
 */
import { findAccount } from "../../../store/relay/accounts.ts";
import { listUntold, marksOf, markTold, queueOf } from "../../../store/relay/envelopes.ts";
import { heldPrekeys } from "../../../store/relay/prekeys.ts";
import { verifySignature } from "../../../wire/identity.ts";
import { MAX_ITEMS } from "../../../wire/limits.ts";
import { helloBytes, PROTOCOL_VERSION } from "../../../wire/live.ts";
import { findPrincipal, type Principal } from "../principal.ts";
import { refuse } from "../refusals.ts";
import { Connection } from "./connection.ts";
import type { Frame, LiveContext } from "./context.ts";

/** @throws {Refusal} */
async function authenticate(context: LiveContext, nonce: string, hello: Frame<"hello">): Promise<Principal> {
  if (hello.v !== PROTOCOL_VERSION) throw refuse("VERSION_UNSUPPORTED");
  const principal = await findPrincipal(context.store, hello.credential, context.env.now());
  if (principal?.endpoint !== hello.endpoint) throw refuse("UNAUTHORIZED");
  if (principal.key === null) throw refuse("CARD_MISSING");
  const proof = helloBytes(nonce, hello.endpoint, hello.instance);
  if (!(await verifySignature(principal.key, hello.signature, proof))) throw refuse("UNAUTHORIZED");
  return principal;
}

/**
 * Makes room for a new connection in the place of `holder`. A device's newest wins; an agent's second is refused, unless it is the
 * same process or the first one is dead (contract: pacerelle §4).
 * @throws {Refusal} ALREADY_CONNECTED, with who and since when
 */
async function displace(
  context: LiveContext,
  holder: Connection,
  principal: Principal,
  instance: string,
): Promise<void> {
  if (principal.kind === "device" || holder.instance === instance) return holder.abandon("REPLACED");
  if (await context.hub.probe(holder)) {
    const { client, since } = holder;
    throw refuse("ALREADY_CONNECTED", { holder: { client, since } });
  }
  holder.abandon();
}

/** What becomes of a connection. */
export interface ConnectionEvents {
  /** It can be found by others; it is not welcomed yet. */
  onEntered(connection: Connection): void;
  /** It counts no more, whether its socket is gone or not. */
  onEnded(connection: Connection): void;
}

/**
 * Lets a connection in.
 * @throws {Refusal} whose code is a `RelayErrorCode`
 */
export async function greet(
  context: LiveContext,
  socket: WebSocket,
  nonce: string,
  hello: Frame<"hello">,
  { onEntered, onEnded }: ConnectionEvents,
): Promise<void> {
  const { env, log, store, hub, limits } = context;
  const principal = await authenticate(context, nonce, hello);
  // Looked at again after each wait, and nothing waits between the last look and entering: two cannot both find room.
  for (let holder; (holder = hub.connectionOf(principal.endpoint)) !== undefined;) {
    await displace(context, holder, principal, hello.instance);
  }
  if (socket.readyState !== WebSocket.OPEN) return;
  const connection = new Connection({
    socket,
    principal,
    instance: hello.instance,
    client: hello.client,
    since: env.now(),
    heardAt: env.monotonic(),
    store,
    log,
    idleSeconds: limits.idleSeconds,
    onEnd: (ended) => {
      hub.leave(ended);
      onEnded(ended);
      log.info("disconnected", { endpoint: ended.endpoint, afterMs: Math.round(env.now() - ended.since) });
    },
  });
  hub.enter(connection);
  onEntered(connection);
  // Once more, now that a revocation would find the connection: nobody slips in between check and entry.
  const [again] = await Promise.all([
    findPrincipal(store, hello.credential, env.now()),
    hub.refresh(principal.account),
  ]);
  if (again?.endpoint !== principal.endpoint || again.key !== principal.key) throw refuse("REVOKED");
  await welcome(context, connection);
}

async function welcome(context: LiveContext, connection: Connection): Promise<void> {
  const { env, log, store, hub } = context;
  const { account, endpoint, kind } = connection.principal;
  const isEndpoint = hub.isEndpoint(account, endpoint);
  const [row, marks, prekeys, queue] = await Promise.all([
    findAccount(store.read, account),
    marksOf(store.read, endpoint),
    heldPrekeys(store.read, endpoint, env.now()),
    queueOf(store.read, endpoint),
  ]);
  // It may have gone, or been replaced, while this was read.
  if (connection.hasEnded) return;
  connection.ready = true;
  connection.send({
    type: "welcome",
    v: PROTOCOL_VERSION,
    at: env.now(),
    roster: row?.roster_version ?? 1,
    marks: [...marks],
    prekeys,
    queue,
    presence: kind === "device" && isEndpoint ? hub.agentsOf(account) : [],
  });
  hub.announce(connection);
  log.info("connected", { endpoint, connections: hub.size });
  connection.wake();
  for (;;) {
    const untold = await listUntold(store.read, endpoint, MAX_ITEMS);
    if (untold.length === 0) return;
    connection.send({ type: "dropped", items: untold.map(({ recipient: to, id }) => ({ to, id })) });
    await store.write((transaction) => markTold(transaction, untold));
  }
}
