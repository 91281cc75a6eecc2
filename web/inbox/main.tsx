/**
 * The desk's pages: where the browser begins.
 * @module
 */
import { render } from "preact";
import { keepFocus } from "../kit/keep_focus.ts";
import { followAddress } from "../kit/router.ts";
import { followTheme } from "../kit/theme.ts";
import { followLanguage } from "../kit/words.ts";
import { App, followAreas } from "./app.tsx";
import { followTitle } from "./frame/page_title.ts";
import { askSession } from "./session/session.ts";

keepFocus("content");
followTheme();
followLanguage();
followAddress();
followTitle();
followAreas();
void askSession();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
