/**
 * The bell: what was given to the person, and how they want to be called.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Bell as BellIcon } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { Checkbox } from "../../../kit/choice.tsx";
import { formatFull, formatRelative } from "../../../kit/format.ts";
import { Popover } from "../../../kit/menu.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { prefer, preferences } from "../../session/session.ts";
import type { Preferences } from "../../session/session_api.ts";
import { faultInWords } from "../../words.ts";
import { desk } from "../desk.ts";
import { menus, now, show } from "../ui.ts";
import { deskWords } from "../words.ts";
import { chime } from "./chime.ts";

async function markRead(id?: string): Promise<void> {
  try {
    await desk().readNotifications(id);
  } catch (error) {
    toast(faultInWords(error), { look: "danger" });
  }
}

/** The button and its list. */
export function BellMenu() {
  const t = deskWords.value;
  const { notifications, unread } = desk().bell.value;
  const said = desk().notifier.said.value;
  return (
    <>
      <Popover
        label={unread > 0 ? `${t.bell} : ${t.bellUnread(unread)}` : t.bell}
        icon={BellIcon}
        isIconOnly
        isOpen={menus.bell}
        side="beside"
        align="end"
        class="bell-menu"
        mark={unread > 0 && <span class="bell-count" aria-hidden="true">{unread > 99 ? "99+" : unread}</span>}
      >
        {(close) => (
          <>
            <header class="bell-head">
              <h2>{t.bell}</h2>
              {unread > 0 && <Button look="quiet" label={t.bellAllRead} onPress={() => markRead()} />}
            </header>
            {notifications.length === 0 ? <p class="list-empty">{t.bellEmpty}</p> : (
              <ul class="bell-list">
                {notifications.map((notice) => (
                  <li key={notice.id}>
                    <button
                      type="button"
                      class={`bell-item ${notice.read ? "" : "bell-item-unread"}`}
                      onClick={() => {
                        close();
                        show({ tab: "unresolved", conversation: notice.conversationId });
                        if (!notice.read) void markRead(notice.id);
                      }}
                    >
                      <span>
                        {!notice.read && <span class="row-dot" role="img" aria-label={t.unread} />}
                        <bdi>{t.assignedToYou(notice.contactName)}</bdi>
                      </span>
                      <span class="bell-meta">
                        {notice.by !== null && <bdi>{`${t.assignedBy(notice.by)} · `}</bdi>}
                        <time dateTime={notice.at} title={formatFull(notice.at)}>
                          {formatRelative(notice.at, now.value)}
                        </time>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <BellSettings />
          </>
        )}
      </Popover>
      <span class="visually-hidden" role="status">{said}</span>
    </>
  );
}

function BellSettings() {
  const t = deskWords.value;
  const wanted = preferences.value;
  const hint = useSignal<string | undefined>(undefined);
  if (wanted === undefined) return null;

  const choose = (part: Partial<Preferences>) =>
    prefer(part).catch((error) => toast(faultInWords(error), { look: "danger" }));

  async function chooseDesktop(isOn: boolean): Promise<void> {
    if (isOn && typeof Notification === "undefined") {
      hint.value = t.desktopUnavailable;
      return;
    }
    if (isOn && await Notification.requestPermission() !== "granted") {
      hint.value = t.desktopDenied;
      return;
    }
    hint.value = undefined;
    await choose({ desktop: isOn });
  }

  return (
    <div class="bell-settings">
      <Checkbox
        isSwitch
        label={t.soundSetting}
        value={wanted.sound}
        onValue={(sound) => {
          // A first sound at the press: browsers let a page sound only after one.
          if (sound) chime();
          void choose({ sound });
        }}
      />
      <Checkbox
        isSwitch
        label={t.desktopSetting}
        hint={hint.value}
        value={wanted.desktop}
        onValue={(isOn) => void chooseDesktop(isOn)}
      />
    </div>
  );
}
