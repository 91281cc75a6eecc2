/**
 * The app around its places: navigation, what has to be said above everything, the place itself.
 * @module
 */
import { ConversationsPage } from "../conversations/conversations_page.tsx";
import { address } from "../../kit/router.ts";
import { words } from "../words.ts";
import { Banners } from "./banners.tsx";
import { lazily } from "./lazy.tsx";
import { Navigation } from "./navigation.tsx";
import { NowherePage } from "./nowhere_page.tsx";
import { place } from "./places.ts";
import { useFocusKept } from "./use_focus_kept.ts";

const AgentsPage = lazily(async () => (await import("./other_places.ts")).AgentsPage);
const DevicesPage = lazily(async () => (await import("./other_places.ts")).DevicesPage);
const SettingsPage = lazily(async () => (await import("./other_places.ts")).SettingsPage);

/** The frame of a device that is in an account. */
export function Frame() {
  const { value: here } = place;
  useFocusKept(address.value);
  const isThread = here.name === "conversations" && here.agent !== null;
  return (
    <div class={`frame ${isThread ? "frame-thread" : ""}`}>
      <a class="skip-link" href="#main" onClick={skip}>{words.value.skip}</a>
      <Navigation />
      <div class="frame-main">
        <Banners />
        <Shown />
      </div>
    </div>
  );
}

function Shown() {
  switch (place.value.name) {
    case "conversations":
      return <ConversationsPage agent={place.value.agent} />;
    case "agents":
      return <AgentsPage />;
    case "devices":
      return <DevicesPage />;
    case "settings":
      return <SettingsPage />;
    case "nowhere":
      return <NowherePage />;
  }
}

/** The address stays a place's: no step in the history for a jump within the page. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
