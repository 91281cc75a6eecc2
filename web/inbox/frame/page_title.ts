/**
 * The browser's title and icon: what the page is about, and how many things wait.
 * @module
 */
import { effect } from "@preact/signals";
import { words } from "../words.ts";
import { titleSlot, unreadSlot } from "./slots.ts";

/** Counts above this are all the same in an icon. */
const MOST = 99;

/** The icon as a picture in an address: a speech bubble, with a dot while something waits. */
export function iconAddress(waiting: number): string {
  const dot = waiting > 0
    ? `<circle cx="24" cy="8" r="7.5" fill="#d92d20" stroke="#fff" stroke-width="1.5"/>`
    : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<path d="M6 5h20a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3H14l-7 5v-5H6a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z" fill="#3d4fd1"/>` +
    `<path d="M9 12h14M9 17h9" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>${dot}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The title: `(3) Léa Martin · Messagerie`. */
export function titleOf(heading: string, waiting: number, product: string): string {
  const count = waiting > 0 ? `(${waiting > MOST ? `${MOST}+` : waiting}) ` : "";
  return `${count}${heading === "" ? "" : `${heading} · `}${product}`;
}

/** Keeps title and icon true. Call it once. */
export function followTitle(): void {
  effect(() => {
    document.title = titleOf(titleSlot.value, unreadSlot.value, words.value.product);
  });
  let shown = "";
  effect(() => {
    const wanted = iconAddress(unreadSlot.value);
    if (wanted === shown) return;
    shown = wanted;
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]") ??
      document.head.appendChild(Object.assign(document.createElement("link"), { rel: "icon" }));
    link.href = wanted;
  });
}
