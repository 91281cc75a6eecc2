/**
 * Asks the desk, as the visitor whose secret it has. Knows no page and no state.
 * @module
 */
import type { VisitorFileView } from "../../service/messagerie/widget/views.ts";

/** The desk refused. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  readonly code: string;
  /** Seconds to wait; 0 when it did not say. */
  readonly retryAfter: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown, retryAfter: string | null) {
    const { code, details } = (body ?? {}) as { code?: unknown; details?: unknown };
    super(typeof code === "string" ? code : `HTTP ${status}`);
    this.status = status;
    this.code = typeof code === "string" ? code : "";
    this.retryAfter = Number(retryAfter) || 0;
    this.details = (details ?? {}) as Record<string, unknown>;
  }

  /** Whether the same may pass later. */
  get passing(): boolean {
    return this.status === 429 || this.status === 408 || this.status >= 500;
  }
}

/** The desk did not answer: no network, a restart, or an origin that is not on the site's list. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** No answer after this long: a request that a page waits for. */
const TIMEOUT_MS = 20_000;

/** Where to ask, and as whom. */
export interface ClientOptions {
  /** `https://desk.example/api/widget/<site key>`. */
  readonly base: string;
  readonly secret: string;
}

/** What asks as one visitor, whatever it goes through. */
export type VisitorClient = Pick<WidgetClient, keyof WidgetClient>;

/** Asks as one visitor. */
export class WidgetClient {
  readonly #base: string;
  readonly #authorization: string;

  constructor({ base, secret }: ClientOptions) {
    this.#base = base;
    this.#authorization = `Bearer ${secret}`;
  }

  /** @throws {Refused} @throws {Unreachable} */
  async call<Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Answer> {
    const response = await this.#fetch(path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // A page that is being left still says what it has to.
      keepalive: method === "DELETE",
      ...(body === undefined ? {} : {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    try {
      return (await response.json()).data as Answer;
    } catch {
      throw new Unreachable();
    }
  }

  /** The live stream's body. @throws {Refused} @throws {Unreachable} */
  async stream(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { body } = await this.#fetch("/live", { signal });
    if (body === null) throw new Unreachable();
    return body;
  }

  /** A file of a message. @throws {Refused} @throws {Unreachable} */
  async download(id: string): Promise<Blob> {
    const response = await this.#fetch(`/files/${id}`, {});
    return await response.blob().catch(() => {
      throw new Unreachable();
    });
  }

  /** Sends a file; `onProgress` with 0 to 1. By `XMLHttpRequest`: `fetch` does not tell how far it is. */
  upload(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<VisitorFileView> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", `${this.#base}/files`);
      request.setRequestHeader("authorization", this.#authorization);
      request.setRequestHeader("content-type", "application/octet-stream");
      request.setRequestHeader("x-file-name", encodeURIComponent(file.name.toWellFormed()));
      request.responseType = "json";
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        if (request.status === 200) resolve(request.response.data);
        else reject(new Refused(request.status, request.response, request.getResponseHeader("retry-after")));
      };
      request.onerror = () => reject(new Unreachable());
      request.onabort = () => reject(signal.reason);
      signal.addEventListener("abort", () => request.abort(), { once: true });
      request.send(file);
    });
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.#base + path, {
        ...init,
        credentials: "omit",
        cache: "no-store",
        headers: { ...init.headers, authorization: this.#authorization },
      });
    } catch {
      throw new Unreachable();
    }
    if (response.ok) return response;
    const body = await response.json().catch(() => undefined);
    throw new Refused(response.status, body, response.headers.get("retry-after"));
  }
}
