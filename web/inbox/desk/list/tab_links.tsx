/**
 * The lists that there are, with how many conversations each holds, as links.
 * @module
 */
import { formatNumber } from "../../../kit/format.ts";
import { desk } from "../desk.ts";
import { addressOf, type TabName, TABS } from "../state/view.ts";
import type { Counts } from "../types.ts";
import { view } from "../ui.ts";
import { deskWords } from "../words.ts";

function countOf(counts: Counts | undefined, tab: TabName): Counts["mine"] | undefined {
  return tab === "resolved" ? undefined : counts?.[tab];
}

/** The links. */
export function TabLinks() {
  const t = deskWords.value;
  const counts = desk().counts.value;
  const { value: shown } = view;
  return (
    <nav class="tab-links" aria-label={t.lists}>
      {TABS.map((tab) => {
        const count = countOf(counts, tab);
        const isHere = shown.tab === tab;
        return (
          <a
            key={tab}
            class="tab-link"
            href={addressOf({ ...shown, tab, conversation: undefined })}
            title={t.tabTitles[tab]}
            aria-current={isHere ? "page" : undefined}
          >
            <span class="tab-name">{t.tabs[tab]}</span>
            {count !== undefined && <span class="tab-count">{formatNumber(count.conversations)}</span>}
            {count !== undefined && count.unread > 0 && (
              <span class="tab-dot" role="img" aria-label={t.unreadCount(count.unread)} />
            )}
          </a>
        );
      })}
    </nav>
  );
}
