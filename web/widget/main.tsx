/**
 * `/widget.js`: what a site's page loads by one script tag,
 * `<script async src="https://desk.example/widget.js" data-site="KEY"></script>`. Everything is inside one shadow root; of
 * the page it touches `window.Messagerie`, one element at the end of the body, and storage under `messagerie:`.
 * @module
 */
import { render } from "preact";
import { languageChoice } from "../kit/words.ts";
import { WidgetClient } from "./client.ts";
import { Keep } from "./keep.ts";
import { complain } from "./events.ts";
import { WidgetModel } from "./model.ts";
import { Widget } from "./parts/widget.tsx";
import { createApi, Listeners } from "./public_api.ts";
import { sheetText } from "./styles.ts";
import { language } from "./words.ts";

/** What the page has under the name before the widget is there. */
interface HostWindow {
  Messagerie?: unknown;
}

/** Asked again after this long, twice as long each time, while the desk does not answer. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 300_000;

async function start(script: HTMLScriptElement, siteKey: string): Promise<void> {
  const host = globalThis as unknown as HostWindow;
  const listeners = new Listeners();
  languageChoice.value = language;
  const base = `${new URL(script.src).origin}/api/widget/${siteKey}`;
  const model = new WidgetModel({
    connect: (secret) => new WidgetClient({ base, secret }),
    keep: new Keep(siteKey, () => localStorage),
    locks: navigator.locks,
    emit: (name, data) => listeners.tell(name, data),
  });
  const asked = Array.isArray(host.Messagerie) ? [...host.Messagerie] : [];
  const api = createApi(model, listeners);
  host.Messagerie = api;
  // Before anything is asked of the desk: who the visitor is comes first.
  api.push(...asked);
  await untilStarted(model);
  if (document.body === null) {
    await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));
  }
  show(model, script.dataset["theme"]);
  if (model.wasOpen) model.open();
}

/** Starts the model. Whatever keeps the desk from it, it is asked again: a widget that is closed may be opened. */
async function untilStarted(model: WidgetModel): Promise<void> {
  for (let wait = FIRST_WAIT_MS;; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await model.start();
    } catch (error) {
      if (wait === FIRST_WAIT_MS) {
        complain(
          `the desk does not answer this page (${
            String(error)
          }). If it runs: is ${location.origin} among the ` +
            `origins of this site (Administration › Sites), is its widget on, and is data-site its key?`,
        );
      }
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function show(model: WidgetModel, theme: string | undefined): void {
  const element = document.createElement("div");
  if (theme === "light" || theme === "dark") element.dataset["theme"] = theme;
  element.lang = language;
  // Open, so that tools for accessibility see inside; it hides nothing from the page's scripts, nor could it.
  const shadow = element.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sheetText(model.config.value?.accent ?? "#1d4ed8"));
  shadow.adoptedStyleSheets = [sheet];
  render(<Widget model={model} />, shadow);
  document.body.append(element);
}

const script = document.currentScript;
const key = script instanceof HTMLScriptElement ? script.dataset["site"] : undefined;
if (!(script instanceof HTMLScriptElement) || key === undefined || !/^[0-9a-f]{24}$/.test(key)) {
  complain("the script tag needs data-site, the key that Administration › Sites shows");
} else if (isHere((globalThis as unknown as HostWindow).Messagerie)) {
  complain("the script is on this page twice; the second does nothing");
} else {
  void start(script, key);
}

/** Whether another copy of this script has put its calls there. */
function isHere(held: unknown): boolean {
  return typeof held === "object" && held !== null && !Array.isArray(held) && "setUser" in held;
}
