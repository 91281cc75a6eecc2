/**
 * The moment before the device's state is known.
 * @module
 */
import { words } from "../words.ts";

/** A quiet page: it is seen for a blink, or while another tab lets go. */
export function OpeningPage() {
  return (
    <main class="door" id="main" aria-busy="true">
      <p class="secondary" role="status">
        <span class="spinner" aria-hidden="true" /> {words.value.opening}
      </p>
    </main>
  );
}
