/**
 * The service worker, from the page's side: registered, and what it has to say: a new version is ready.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { loadAnew } from "../frame/load_anew.ts";

const ADDRESS = "/service_worker.js";

/** How often a page that stays open asks for a new version. */
const ASK_MS = 3_600_000;

const waiting = signal<ServiceWorker | null>(null);

/** Whether a newer version waits to take over. */
export const isUpdateReady: ReadonlySignal<boolean> = computed(() => waiting.value !== null);

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string };
}

/** The worker's address, as a page may use it where addresses of scripts must be trusted: this one and no other. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return ADDRESS;
  const policy = trustedTypes.createPolicy("pacerelle", {
    createScriptURL(text) {
      if (text !== ADDRESS) throw new TypeError("not the worker's address");
      return text;
    },
  });
  return policy.createScriptURL(ADDRESS);
}

function look(registration: ServiceWorkerRegistration): void {
  // The first one of all takes over by itself: nothing is new then.
  if (registration.waiting && navigator.serviceWorker.controller) waiting.value = registration.waiting;
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(trustedAddress());
  look(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => look(registration));
  });
  setInterval(() => void registration.update().catch(() => {}), ASK_MS);
}

/** Registers the worker, where there can be one. Without it the app works, but not without a network. Call it once. */
export function followWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // A first worker changes nothing; another one has what the page was made of replaced. None: what was here was erased.
    if (waiting.peek() !== null && navigator.serviceWorker.controller !== null) void loadAnew();
  });
  void register().catch(() => {});
}

/**
 * Lets the new version take over; the page then loads anew, in every tab. Never resolves: a browser may first wait for what
 * the version before is still doing, and a button shows that it is at work.
 */
export function takeUpdate(): Promise<never> {
  waiting.peek()?.postMessage("take-over");
  return new Promise(() => {});
}
