/**
 * Alerts: durable from the first time that they are raised until they are cleared; how often, only this process knows.
 * @module
 */
import type { Alert, AlertKind } from "./alerts.ts";
import type { EndpointRecord } from "./records.ts";
import type { EndpointState } from "./state.ts";

/** What it stands on. */
export interface AlertBookOptions {
  readonly state: EndpointState;
  now(): number;
  append(records: readonly EndpointRecord[]): Promise<void>;
  onAlert(alert: Alert): void;
}

/** Raises and clears alerts. Neither waits: an alert that cannot be written is the journal's failure, told as such. */
export class AlertBook {
  readonly #options: AlertBookOptions;
  readonly #counts = new Map<string, number>();
  /** Being written. */
  readonly #rising = new Set<string>();

  constructor(options: AlertBookOptions) {
    this.#options = options;
  }

  get all(): Alert[] {
    return [...this.#options.state.alerts].map((alert) => ({
      ...alert,
      count: this.#counts.get(keyOf(alert.kind, alert.peer)) ?? 0,
    }));
  }

  raise(kind: AlertKind, about: string | null): void {
    const { state, now, append, onAlert } = this.#options;
    // A name that nobody here knows is whatever the relay likes: it gets no line of its own.
    const peer = about !== null && (state.peerKey(about) !== undefined || state.agents.has(about))
      ? about
      : null;
    const key = keyOf(kind, peer);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    if (state.hasAlert(kind, peer) || this.#rising.has(key)) return;
    this.#rising.add(key);
    const since = now();
    append([{ t: "alert", kind, peer, since }]).then(
      () => onAlert({ kind, peer, since, count: this.#counts.get(key) ?? 1 }),
      () => {},
    ).finally(() => this.#rising.delete(key));
  }

  async clear(kind: AlertKind, peer: string | null): Promise<void> {
    const { state, append, onAlert } = this.#options;
    if (!state.hasAlert(kind, peer)) return;
    this.#counts.delete(keyOf(kind, peer));
    await append([{ t: "alert-cleared", kind, peer }]);
    onAlert({ kind, peer, since: 0, count: 0 });
  }
}

const keyOf = (kind: AlertKind, peer: string | null) => `${kind} ${peer ?? ""}`;
