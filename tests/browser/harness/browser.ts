/**
 * A real Chromium for a test: contexts that are people or devices of their own, what a page said on its console, pictures
 * for a reader to look at, and the rules of accessibility.
 * @module
 */
import assert from "node:assert/strict";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { ensureChromium } from "../../../scripts/chromium/ensure_chromium.ts";
import { PATIENCE_MS } from "../../until.ts";
import { slowDown } from "./slowness.ts";

/** The two widths that every page must be right at. */
export const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

/** Where pictures go; the folder is git-ignored. */
export const SCREENSHOTS = "dist/screenshots";

/** A browser that is closed at the end of the test. */
export interface TestBrowser extends AsyncDisposable {
  readonly browser: Browser;
  /** A context of its own: cookies, storage, language. */
  person(options?: PersonOptions): Promise<Person>;
}

/** How a person's browser is set. */
export interface PersonOptions extends BrowserContextOptions {
  readonly width?: keyof typeof WIDTHS;
  /** What the page may say on its console as an error; the rest fails the test. */
  readonly expectedErrors?: readonly RegExp[];
}

/** A person at a browser. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and exceptions that were not expected, so far. */
  readonly errors: readonly string[];
}

/** Starts a browser. A browser that was never closed by its test would stay: use `await using`. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(() => {}),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-dev-shm-usage",
    ],
  });
  const people: { readonly errors: readonly string[] }[] = [];
  return {
    browser,
    async person({ width = "desktop", expectedErrors = [], ...options } = {}) {
      const context = await browser.newContext({ viewport: WIDTHS[width], locale: "fr-FR", ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      await slowDown(context);
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
      };
      context.on("weberror", (error) => note(String(error.error())));
      context.on("console", (message) => {
        // A request that was refused is told by its status; what the page does about it is what tests look at.
        if (message.type() === "error" && !/Failed to load resource/.test(message.text())) {
          note(message.text());
        }
      });
      const person = { context, page: await context.newPage(), errors };
      people.push(person);
      return person;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      assert.deepEqual(people.flatMap(({ errors }) => errors), [], "errors on a page's console");
    },
  };
}
