/**
 * Light or dark: as the system says, or as the person chose.
 * @module
 */
import { signal } from "@preact/signals";

/** What a person chose; `auto`: as the system does. */
export type Theme = "light" | "dark" | "auto";

/** The choice. */
export const theme = signal<Theme>("auto");

const KEY = "theme";

/** Takes the choice kept on this device, and keeps the page and the device true to it. Call it once, before rendering. */
export function followTheme(): void {
  const kept = read();
  if (kept === "light" || kept === "dark") theme.value = kept;
  theme.subscribe((value) => {
    if (value === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = value;
    try {
      localStorage.setItem(KEY, value);
    } catch {
      // A browser that keeps nothing still shows the page.
    }
  });
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
