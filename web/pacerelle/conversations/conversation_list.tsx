/**
 * One row for each agent, the most recent first; or, while something is searched, what was found on this device.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Bot, Search, X } from "lucide";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { conversations } from "../state.ts";
import { ConversationRow } from "./conversation_row.tsx";
import { SearchResults } from "./search_results.tsx";
import { words } from "./words.ts";

/** The list. `isMain`: nothing else is the page's main part. */
export function ConversationList({ open, isMain }: {
  readonly open: string | null;
  readonly isMain: boolean;
}) {
  const t = words.value;
  const query = useSignal("");
  const Tag = isMain ? "main" : "section";
  return (
    <Tag
      class="list-pane"
      aria-label={t.title}
      {...(isMain ? { id: "main", tabIndex: -1 } : {})}
    >
      <header class="list-head">
        <h1>{t.title}</h1>
        {conversations.value.length > 0 && (
          <div class="search-box" role="search">
            <Icon of={Search} />
            <input
              class="input"
              type="search"
              aria-label={t.search}
              placeholder={t.search}
              value={query.value}
              onInput={(event) => query.value = event.currentTarget.value}
            />
            {query.value !== "" && (
              <Button
                look="quiet"
                icon={X}
                label={t.searchClear}
                isIconOnly
                onPress={() => query.value = ""}
              />
            )}
          </div>
        )}
      </header>
      {query.value.trim() !== ""
        ? <SearchResults query={query.value.trim()} />
        : conversations.value.length === 0
        ? (
          <div class="empty">
            <span class="empty-icon">
              <Icon of={Bot} />
            </span>
            <h2>{t.none}</h2>
            <p>{t.noneHint}</p>
            <a class="button button-primary" href="/agents?connecter">{t.connect}</a>
          </div>
        )
        : (
          <ul class="rows">
            {conversations.value.map((conversation) => (
              <ConversationRow
                key={conversation.agent}
                conversation={conversation}
                isOpen={conversation.agent === open}
              />
            ))}
          </ul>
        )}
    </Tag>
  );
}
