/**
 * Starts the app in the page.
 * @module
 */
import { render } from "preact";
import { followAddress } from "../kit/router.ts";
import { followTheme } from "../kit/theme.ts";
import { followLanguage } from "../kit/words.ts";
import { App } from "./app.tsx";
import { loadTheRest } from "./frame/lazy.tsx";
import { followNetwork } from "./frame/network.ts";
import { followTitle } from "./frame/page_title.ts";
import { followPreferences } from "./settings/preferences.ts";
import { followInstall } from "./settings/install.ts";
import { followWorker } from "./worker/follow_worker.ts";

followTheme();
followPreferences();
followLanguage();
followAddress();
followTitle();
followNetwork();
followInstall();
followWorker();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
loadTheRest();
