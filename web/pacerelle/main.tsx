/**
 * The Pacerelle app: where the browser begins.
 * @module
 */
import { render } from "preact";
import { followAddress } from "../kit/router.ts";
import { followTheme } from "../kit/theme.ts";
import { Toasts } from "../kit/toasts.tsx";
import { followLanguage } from "../kit/words.ts";

followTheme();
followLanguage();
followAddress();
const root = document.getElementById("app");
if (root !== null) render(<Toasts closeLabel="Fermer" />, root);
