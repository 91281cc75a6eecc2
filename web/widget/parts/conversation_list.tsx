/**
 * The visitor's conversations.
 * @module
 */
import { formatMoment } from "../../kit/format.ts";
import { markdownToPlain, parseMarkdown } from "../../../service/messagerie/markdown.ts";
import type { VisitorConversationView } from "../../../service/messagerie/widget/views.ts";
import type { WidgetModel } from "../model.ts";
import { words } from "../words.ts";

/** The list, and how to begin another. */
export function ConversationList({ model }: { readonly model: WidgetModel }) {
  const conversations = model.conversations.value;
  return (
    <>
      {conversations.length === 0
        ? <p class="list centre">{words.noConversation}</p>
        : (
          <ul class="list" aria-label={words.conversations}>
            {conversations.map((conversation) => (
              <li key={conversation.id}>
                <button
                  type="button"
                  class="item"
                  onClick={() => model.show({ conversationId: conversation.id })}
                >
                  <strong dir="auto">{conversation.advisor ?? words.team}</strong>
                  <time class="when" dateTime={conversation.lastMessageAt}>
                    {formatMoment(conversation.lastMessageAt)}
                  </time>
                  <span class="last" dir="auto">{excerptOf(conversation)}</span>
                  {conversation.unread > 0 && (
                    <span class="badge">
                      <span aria-hidden="true">{conversation.unread}</span>
                      <span class="hidden">{words.unread(conversation.unread)}</span>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
      <button type="button" class="wide" onClick={() => model.show({ conversationId: null })}>
        {words.newConversation}
      </button>
    </>
  );
}

/** The last message in one line. */
function excerptOf({ lastMessage: { from, text } }: VisitorConversationView): string {
  const plain = text === "" ? words.file : markdownToPlain(parseMarkdown(text)).replace(/\s+/g, " ");
  return from === "visitor" ? words.wrote(words.you, plain) : plain;
}
