/// <reference lib="webworker" />
/**
 * The app without a network, and its notifications. The shell and its scripts are kept as one version: a page never gets
 * half of another. What the relay pushes is empty, so a notification says that there is something new, and no more (issue
 * 6, point 4).
 * @module
 */

/** The build that this worker belongs to: put in its place when the pages are built. */
const BUILD = JSON.parse("__BUILD__") as { readonly version: string; readonly files: readonly string[] };
const CACHE = `pacerelle-${BUILD.version}`;
const SHELL = "/index.html";

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** A notification in the browser's language: the worker has no page to ask. */
const NEWS = navigator.language.toLowerCase().startsWith("fr")
  ? "Il y a du nouveau."
  : "There is something new.";

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(BUILD.files.map((path) => new Request(path, { cache: "reload" })));
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || pathname.startsWith("/v1/")) return;
  const path = request.mode === "navigate" ? SHELL : pathname;
  if (!BUILD.files.includes(path)) return;
  event.respondWith((async () => await (await caches.open(CACHE)).match(path) ?? await fetch(request))());
});

/** A page that waits to become the new version says so. */
worker.addEventListener("message", (event) => {
  if (event.data === "take-over") void worker.skipWaiting();
});

worker.addEventListener("push", (event) => {
  event.waitUntil((async () => {
    const windows = await worker.clients.matchAll({ type: "window" });
    if (windows.some((client) => client.visibilityState === "visible")) return;
    await worker.registration.showNotification("Pacerelle", {
      body: NEWS,
      tag: "news",
      icon: "/icon-192.png",
    });
  })());
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const [open] = await worker.clients.matchAll({ type: "window" });
    if (open) await open.focus();
    else await worker.clients.openWindow("/");
  })());
});
