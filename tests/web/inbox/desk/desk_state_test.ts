/**
 * The inbox's state over a server that answers when the test says so: what the stream has told is not set back by a late
 * answer, and what did not come is asked for again.
 * @covers messagerie-web.inbox.page-orders
 */
import assert from "node:assert/strict";
import type { Bell, Counts, ListItem, Notice } from "../../../../web/inbox/desk/types.ts";
import { WHO } from "../who.ts";
import { listItem } from "./items.ts";

const kept = new Map<string, string>();
const shelf = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  key: () => null,
  length: 0,
};
const page = Object.assign(new EventTarget(), { visibilityState: "visible", hasFocus: () => true });
const intervals: (() => void)[] = [];
Object.defineProperty(globalThis, "localStorage", { value: shelf, configurable: true });
Object.assign(globalThis, {
  document: page,
  location: new URL("http://desk/"),
  // One tab, which looks at its clock when the test says so.
  BroadcastChannel: class {
    postMessage() {}
    close() {}
  },
  setInterval: (run: () => void) => intervals.push(run),
});

/** What routes answer with; what is not here never does. */
const answers = new Map<string, () => Promise<unknown>>();
let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
globalThis.fetch = async (asked, init) => {
  const route = `${init?.method ?? "GET"} ${String(asked).replace("/api/inbox", "").split("?")[0]}`;
  if (route === "GET /live") {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
    return new Response(body);
  }
  const answer = answers.get(route);
  if (answer === undefined) throw new TypeError("no network");
  return Response.json({ data: await answer() });
};
const tell = (event: string, data: unknown) =>
  stream?.enqueue(new TextEncoder().encode(`event: ${event}\nid: 1\ndata: ${JSON.stringify(data)}\n\n`));

/** Waits until it holds: for what goes through streams and promises, and for no time. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

const { signedIn } = await import("../../../../web/inbox/session/session.ts");
const { desk } = await import("../../../../web/inbox/desk/desk.ts");
signedIn(WHO);
const bell = (unread: number): Bell => ({ notifications: [], unread });
const firstBell = Promise.withResolvers<Bell>();
answers.set("GET /notifications", () => firstBell.promise);
const state = desk();
await until(() => stream !== undefined);
tell("ready", {});
await until(() => state.live.state.value === "live");

Deno.test(
  "what rang before this page was there does not ring again when the bell rings before it was read",
  async () => {
    const notice = (id: string): Notice => (
      {
        id,
        kind: "assigned",
        conversationId: "c",
        contactName: id,
        by: null,
        at: "2026-01-01T00:00:00.000Z",
        read: false,
      }
    );
    const notifications = ["new", "old", "older"].map(notice);
    tell("notification", { notifications, unread: 3 });
    await until(() => state.bell.value.unread === 3);
    firstBell.resolve(bell(0));
    await until(() => kept.has("messagerie.rung"));
    assert.equal(kept.get("messagerie.rung")?.trim(), "new");
  },
);

Deno.test("what could not be asked for is asked for again while the stream is there", async () => {
  assert.equal(state.counts.value, undefined);
  const none = { conversations: 0, unread: 0 };
  const counts: Counts = {
    unresolved: { conversations: 3, unread: 0 },
    queue: none,
    mine: none,
    ai: none,
    pending: none,
  };
  answers.set("GET /counts", () => Promise.resolve(counts));
  for (const run of intervals) run();
  await until(() => state.counts.value !== undefined);
  assert.deepEqual(state.counts.value, counts);
});

Deno.test("an action's answer does not set back what the stream has told since", async () => {
  const late = Promise.withResolvers<ListItem>();
  const acting = state.act("c", () => late.promise, (item) => item);
  tell("conversation", listItem({ id: "c", unread: true }));
  await until(() => state.known("c") !== undefined);
  late.resolve(listItem({ id: "c", unread: false }));
  await acting;
  assert.equal(state.known("c")?.unread, true);
  await state.act("c", () => Promise.resolve(listItem({ id: "c", unread: false })), (item) => item);
  assert.equal(state.known("c")?.unread, false, "an answer that nothing has overtaken is taken");
});

Deno.test("neither do the bell's, nor who is at a conversation", async () => {
  const [late, lateToo] = [Promise.withResolvers<Bell>(), Promise.withResolvers<unknown>()];
  answers.set("POST /notifications/read", () => late.promise);
  answers.set("PUT /conversations/c/presence", () => lateToo.promise);
  const asking = [state.readNotifications(), state.sayPresence("c", "looking")];
  tell("notification", bell(1));
  tell("presence", { conversationId: "c", people: [{ id: "ben", name: "Ben", state: "writing" }] });
  await until(() => state.bell.value.unread === 1 && state.presences.at("c").length === 1);
  late.resolve(bell(0));
  lateToo.resolve({ conversationId: "c", people: [] });
  await Promise.all(asking);
  assert.equal(state.bell.value.unread, 1);
  assert.equal(state.presences.at("c").length, 1);
});
