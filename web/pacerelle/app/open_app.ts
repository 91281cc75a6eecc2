/**
 * The app in a real browser.
 * @module
 */
import * as z from "zod/mini";
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { PUBLISHED } from "../../../service/pacerelle/connect/server_start.ts";
import { hasPlatformCurves, useCurves } from "../../../wire/curves.ts";
import { type WebSocketLike, webSockets } from "../../../wire/endpoint/socket.ts";
import { DATABASE, type DeviceMarker, eraseDevice, openDevice } from "../store/open_device.ts";
import type { App, AppOptions } from "./api.ts";
import { TabApp } from "./tab_app.ts";
import type { TabLocks } from "../../kit/election.ts";
import type { TabChannel } from "./tabs/messages.ts";

/** Under a strict policy no code is made from text, and trying to would be reported. */
z.config({ jitless: true });

/** Where it is remembered that a device is here. */
const MARKER = "pacerelle-device";

/** What a page may not use (private windows, blocked storage) throws on mere mention. */
function tolerant<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

const marker: DeviceMarker = {
  get: () => tolerant(() => localStorage.getItem(MARKER) !== null, false),
  set: (isThere) =>
    tolerant(() => isThere ? localStorage.setItem(MARKER, "1") : localStorage.removeItem(MARKER), undefined),
};

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** Opens the app in this tab. Never fails: what is wrong with the browser is told in `state.storage.fault`. */
export function openApp({ client, relay = location.origin, start = PUBLISHED }: AppOptions): App {
  const factory = tolerant(() => indexedDB, undefined);
  let hasVault = true;
  return new TabApp({
    env: systemEnv,
    // Absent outside of secure contexts, where Web Crypto is absent too.
    locks: navigator.locks as TabLocks | undefined,
    name: DATABASE,
    channel: () => new BroadcastChannel(DATABASE) as TabChannel,
    isVisible: () => document.visibilityState === "visible",
    onShown: (listener) =>
      listen(document, "visibilitychange", () => document.visibilityState === "visible" && listener()),
    onNetwork(listener) {
      const stops = ["online", "offline"].map((type) => listen(globalThis, type, listener));
      return () => stops.forEach((stop) => stop());
    },
    storage: navigator.storage,
    async prepare() {
      hasVault = await hasPlatformCurves();
      // Safari came to Web Crypto's curves late, Chromium later: a file of its own, loaded by those who need it.
      if (!hasVault) useCurves((await import("../../../wire/portable_curves.ts")).portableCurves);
    },
    device: {
      env: systemEnv,
      log: silentLogger,
      connect: webSockets((url) => new WebSocket(url) as WebSocketLike),
      client,
      relay,
      start,
      open: (options) => openDevice({ env: systemEnv, factory, marker, hasVault, ...options }),
      erase: () => eraseDevice({ factory, marker }),
    },
  });
}
