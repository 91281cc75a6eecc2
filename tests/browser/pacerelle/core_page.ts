/**
 * The app without its pages, in a real browser: a test drives it through `window.app`.
 * @module
 */
import { openApp } from "../../../web/pacerelle/app/open_app.ts";

Object.assign(globalThis, { app: openApp({ client: "core-page 1" }) });
