/**
 * The way between the app's places: along the bottom on a phone, down the side where there is room.
 * @module
 */
import { Bot, type IconNode, MessagesSquare, Settings, Smartphone } from "lucide";
import { Icon } from "../../kit/icon.tsx";
import { conversations, devices } from "../state.ts";
import { words } from "../words.ts";
import { addressOf, type Somewhere } from "./place.ts";
import { place } from "./places.ts";

const ITEMS: readonly {
  readonly place: Somewhere;
  readonly icon: IconNode;
  readonly label: "conversations" | "agents" | "devices" | "settings";
}[] = [
  { place: { name: "conversations", agent: null }, icon: MessagesSquare, label: "conversations" },
  { place: { name: "agents" }, icon: Bot, label: "agents" },
  { place: { name: "devices" }, icon: Smartphone, label: "devices" },
  { place: { name: "settings" }, icon: Settings, label: "settings" },
];

/** The navigation. */
export function Navigation() {
  const t = words.value;
  const unread = conversations.value.reduce((sum, conversation) => sum + conversation.unread, 0);
  const waiting = devices.value?.filter(({ standing }) => standing === "waiting").length ?? 0;
  const counts = { conversations: unread, devices: waiting, agents: 0, settings: 0 };
  return (
    <nav class="navigation" aria-label={t.navigation}>
      {ITEMS.map(({ place: to, icon, label }) => {
        const isHere = place.value.name === to.name;
        const count = counts[label];
        return (
          <a
            key={label}
            class="navigation-item"
            href={addressOf(to)}
            aria-current={isHere ? "page" : undefined}
          >
            <span class="navigation-icon">
              <Icon of={icon} />
              {count > 0 && (
                <span class="navigation-count" aria-hidden="true">{count > 99 ? "99+" : count}</span>
              )}
            </span>
            <span>{t[label]}</span>
            {count > 0 && (
              <span class="visually-hidden">
                {label === "devices" ? t.waitingDevices(count) : t.unread(count)}
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}
