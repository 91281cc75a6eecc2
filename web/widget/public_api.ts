/**
 * What a site's page calls: `window.Messagerie`. Before the widget is there, the page may put calls in a list of that name,
 * `Messagerie.push(["open"])`; they are made in their order once it is (docs/widget.md).
 * @module
 */
import { complain, type WidgetEvents } from "./events.ts";
import type { WidgetModel } from "./model.ts";

/** A listener, as a page gives it. */
type Listener = (data: unknown) => void;

/** What the page is given. */
export interface MessagerieApi {
  /** Opens the window. */
  open(): void;
  close(): void;
  /** Calls `listener` at each `name` event: ready, open, close, unread (how many), message. */
  on(name: keyof WidgetEvents, listener: Listener): void;
  off(name: keyof WidgetEvents, listener: Listener): void;
  /** Says who the visitor is, by what the site's own server signed. Whether it was believed. */
  setUser(jwt: string): Promise<boolean>;
  /** Adds metadata to the contact: texts, numbers, booleans. Whether it was taken. */
  setContactData(data: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Ends the visit: call it when the site's user signs out. */
  shutdown(): Promise<void>;
  /** A call as a list: what the page does before the widget is there works afterwards too. */
  push(...calls: readonly unknown[][]): void;
}

const METHODS = ["open", "close", "on", "off", "setUser", "setContactData", "shutdown"] as const;

/** Listeners of the page, by event. */
export class Listeners {
  readonly #byName = new Map<string, Set<Listener>>();

  add(name: string, listener: Listener): void {
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners.add(listener));
  }

  remove(name: string, listener: Listener): void {
    this.#byName.get(name)?.delete(listener);
  }

  /** Tells them; what one of them throws is the page's own matter and keeps nobody else from being told. */
  tell(name: string, data: unknown): void {
    for (const listener of this.#byName.get(name) ?? []) {
      try {
        listener(data);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** The calls over a model. */
export function createApi(model: WidgetModel, listeners: Listeners): MessagerieApi {
  const api: MessagerieApi = {
    open: () => model.open(),
    close: () => model.close(),
    on(name, listener) {
      if (typeof listener !== "function") complain("on: the second argument must be a function");
      else listeners.add(String(name), listener);
    },
    off: (name, listener) => listeners.remove(String(name), listener),
    setUser(jwt) {
      if (typeof jwt === "string" && jwt !== "") return model.setUser(jwt);
      complain("setUser: give the JWT that your server signed, as a text");
      return Promise.resolve(false);
    },
    setContactData(data) {
      if (typeof data === "object" && data !== null && !Array.isArray(data)) {
        return model.setContactData(data);
      }
      complain("setContactData: give an object of texts, numbers and booleans");
      return Promise.resolve(false);
    },
    shutdown: () => model.shutdown(),
    push(...calls) {
      for (const call of calls) makeCall(api, call);
    },
  };
  return Object.freeze(api);
}

function makeCall(api: MessagerieApi, call: unknown): void {
  const [name, ...args] = Array.isArray(call) ? call : [];
  const method = METHODS.find((one) => one === name);
  if (method === undefined) complain(`there is no call ${JSON.stringify(name)}`);
  else void (api[method] as (...args: unknown[]) => unknown)(...args);
}
