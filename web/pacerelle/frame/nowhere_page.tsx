/**
 * An address that leads nowhere, and the way home.
 * @module
 */
import { Compass } from "lucide";
import { Icon } from "../../kit/icon.tsx";
import { words } from "../words.ts";

/** The page. */
export function NowherePage() {
  const t = words.value;
  return (
    <main class="page" id="main" tabIndex={-1}>
      <div class="empty">
        <span class="empty-icon">
          <Icon of={Compass} />
        </span>
        <h1>{t.nowhere}</h1>
        <p class="secondary">{t.nowhereHint}</p>
        <a class="button button-primary" href="/">{t.home}</a>
      </div>
    </main>
  );
}
