/**
 * Stands between endpoints and a real relay, and lies as a test tells it to: over HTTP answers are changed, over the
 * WebSocket frames are dropped, doubled, held or made up.
 * @module
 */
import type { Any } from "../../any.ts";

/** What it does with what passes. Each may be changed at any time. */
export interface Lies {
  /** The relay's answer to a call, as it is passed on. */
  answer?: (route: string, answer: Any, request: Any, caller: string) => Any;
  /** A chunk in place of the one asked for; undefined: it is not there. `others` fetches what else the caller may have. */
  chunk?: (
    file: string,
    index: number,
    sealed: Uint8Array<ArrayBuffer>,
    others: (file: string, index: number) => Promise<Uint8Array<ArrayBuffer>>,
  ) => Uint8Array<ArrayBuffer> | undefined | Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** What the endpoint gets in place of a frame of the relay. */
  down?: (frame: Any, endpoint: string) => readonly Any[];
  /** What the relay gets in place of a frame of the endpoint. */
  up?: (frame: Any, endpoint: string) => readonly Any[];
}

/** A relay that lies. */
export class LyingRelay implements AsyncDisposable {
  readonly #target: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #sockets = new Map<WebSocket, string>();
  /** What a credential stands for, learnt from hellos. */
  readonly #callers = new Map<string, string>();
  lies: Lies = {};

  constructor(target: string) {
    this.#target = target;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#handle(request),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Sends a frame to a connected endpoint out of nowhere. */
  tell(endpoint: string, frame: Any): void {
    for (const [socket, id] of this.#sockets) if (id === endpoint) socket.send(JSON.stringify(frame));
  }

  /** Ends an endpoint's connection; it comes back by itself. */
  cut(endpoint: string): void {
    for (const [socket, id] of this.#sockets) if (id === endpoint) socket.close();
  }

  async #handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.headers.get("upgrade") === "websocket") return this.#live(request, pathname);
    if (!pathname.startsWith("/v1/")) return await this.#page(request, pathname);
    if (pathname.startsWith("/v1/files/")) return await this.#chunk(request, pathname);
    const body = await request.text();
    const credential = (request.headers.get("authorization") ?? "").replace("Bearer ", "");
    const response = await fetch(this.#target + pathname, {
      method: request.method,
      headers: { "content-type": "application/json", authorization: `Bearer ${credential}` },
      body,
    });
    const answer = await response.json();
    const route = pathname.replace("/v1/", "");
    const caller = this.#callers.get(credential) ?? "";
    const lied = response.ok && this.lies.answer
      ? this.lies.answer(route, structuredClone(answer), JSON.parse(body), caller)
      : answer;
    return Response.json(lied, { status: response.status });
  }

  /** The app's pages pass as they are: what is served is honest. */
  async #page(request: Request, pathname: string): Promise<Response> {
    const { status, headers, body } = await fetch(this.#target + pathname, { method: request.method });
    const passed = new Headers(headers);
    // It comes unpacked.
    for (const name of ["content-encoding", "content-length"]) passed.delete(name);
    return new Response(body, { status, headers: passed });
  }

  async #chunk(request: Request, pathname: string): Promise<Response> {
    const response = await this.#pass(request, pathname, await request.bytes());
    if (request.method !== "GET" || !response.ok || !this.lies.chunk) return response;
    const [file = "", index = ""] = pathname.split("/").slice(-2);
    const others = async (other: string, place: number) => {
      const passed = await this.#pass(request, `/v1/files/${other}/${place}`, new Uint8Array());
      return new Uint8Array(await passed.arrayBuffer());
    };
    const sealed = new Uint8Array(await response.arrayBuffer());
    const lied = await this.lies.chunk(file, Number(index), sealed, others);
    if (lied !== undefined) return new Response(new Uint8Array(lied));
    return Response.json({ error: { code: "NOT_FOUND", message: "absent" } }, { status: 404 });
  }

  #pass(request: Request, pathname: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = { authorization: request.headers.get("authorization") ?? "" };
    return fetch(this.#target + pathname, {
      method: request.method,
      headers,
      ...(request.method === "PUT" ? { body } : {}),
    });
  }

  #live(request: Request, pathname: string): Response {
    const { socket: near, response } = Deno.upgradeWebSocket(request);
    const far = new WebSocket(this.#target.replace("http", "ws") + pathname);
    const waiting: string[] = [];
    const passUp = (frame: Any) => {
      const text = JSON.stringify(frame);
      if (far.readyState === WebSocket.OPEN) far.send(text);
      else waiting.push(text);
    };
    far.onopen = () => waiting.splice(0).forEach((text) => far.send(text));
    near.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "hello") {
        this.#sockets.set(near, frame.endpoint);
        this.#callers.set(frame.credential, frame.endpoint);
      }
      const id = this.#sockets.get(near) ?? "";
      for (const passed of this.lies.up?.(frame, id) ?? [frame]) passUp(passed);
    };
    far.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      const id = this.#sockets.get(near) ?? "";
      for (const passed of this.lies.down?.(frame, id) ?? [frame]) {
        if (near.readyState === WebSocket.OPEN) near.send(JSON.stringify(passed));
      }
    };
    const end = () => {
      this.#sockets.delete(near);
      for (const socket of [near, far]) if (socket.readyState <= WebSocket.OPEN) socket.close();
    };
    for (const socket of [near, far]) {
      socket.onclose = end;
      socket.onerror = (event) => {
        event.preventDefault();
        end();
      };
    }
    return response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.keys()) socket.close();
    // Connections that this process keeps for later calls would be waited for.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, 2_000));
    await Promise.race([this.#server.shutdown(), late]).finally(() => clearTimeout(timer));
  }
}
