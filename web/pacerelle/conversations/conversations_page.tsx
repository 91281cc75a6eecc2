/**
 * The conversations: the list, and beside it, or in its place on a phone, the one that is open.
 * @module
 */
import { MessagesSquare } from "lucide";
import { Icon } from "../../kit/icon.tsx";
import { createMedia } from "../../kit/media.ts";
import { lazily } from "../frame/lazy.tsx";
import { place } from "../frame/places.ts";
import { conversations } from "../state.ts";
import { ConversationList } from "./conversation_list.tsx";
import { words } from "./words.ts";

const Thread = lazily(async () => (await import("./thread.tsx")).Thread);

/** Room for both at once; the style sheet has the same width. */
const isWide = createMedia("(min-width: 900px)");

/** The place. */
export function ConversationsPage({ agent }: { readonly agent: string | null }) {
  const open = agent === null ? undefined : conversations.value.find((it) => it.agent === agent);
  const { value: here } = place;
  const shown = here.name === "conversations" ? here.entry : undefined;
  return (
    <div class="conversations">
      {(isWide.value || agent === null) && <ConversationList open={agent} isMain={agent === null} />}
      {open !== undefined && <Thread key={open.agent} conversation={open} shown={shown} />}
      {agent !== null && open === undefined && (
        <main class="thread-none" id="main" tabIndex={-1}>
          <p>{words.value.gone}</p>
          <a class="button" href="/">{words.value.backToList}</a>
        </main>
      )}
      {agent === null && isWide.value && (
        <aside class="thread-none" aria-label={words.value.openOne}>
          <Icon of={MessagesSquare} />
          <p>{conversations.value.length === 0 ? words.value.noneYet : words.value.choose}</p>
        </aside>
      )}
    </div>
  );
}
