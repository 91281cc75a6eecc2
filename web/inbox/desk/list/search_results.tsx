/**
 * What was found: messages lead to their conversation, contacts to theirs.
 * @module
 */
import { useSignal } from "@preact/signals";
import { StickyNote } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { formatMoment } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { Avatar } from "../../frame/avatar.tsx";
import { faultInWords } from "../../words.ts";
import { desk } from "../desk.ts";
import { deskApi } from "../desk_api.ts";
import { addressOf } from "../state/view.ts";
import type { Found } from "../types.ts";
import { dialog, now, show, view } from "../ui.ts";
import { deskWords } from "../words.ts";
import { cutAround } from "./cut_around.ts";
import { Marked } from "./marked.tsx";

/** Typing that rests this long is looked for. */
const CALM_MS = 180;
/** Shortest text that messages are searched for (contract: messagerie §3). */
const MIN_QUERY = 3;

/** The results of what the address looks for. */
export function SearchResults() {
  const t = deskWords.value;
  const { value: shown } = view;
  const query = (shown.search ?? "").trim();
  const found = useSignal<Found | undefined>(undefined);
  const fault = useSignal<unknown>(undefined);
  const tries = useSignal(0);
  const isLive = desk().live.state.value === "live";
  function retry(): void {
    fault.value = found.value = undefined;
    tries.value++;
  }
  useEffect(() => {
    if (isLive && fault.value !== undefined) retry();
  }, [isLive]);

  useEffect(() => {
    if (query === "") return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        found.value = await deskApi.search(query, abort.signal);
        fault.value = undefined;
      } catch (error) {
        if (!abort.signal.aborted) fault.value = error;
      }
    }, CALM_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, tries.value]);

  async function openContact(id: string, name: string): Promise<void> {
    try {
      const { conversations: [latest] } = await deskApi.contact(id);
      if (latest === undefined) dialog.value = { is: "start", contact: { id, name } };
      else show({ ...shown, conversation: latest.id });
    } catch (error) {
      toast(faultInWords(error), { look: "danger" });
    }
  }

  const { value: result } = found;
  if (fault.value !== undefined) {
    return (
      <div class="list-empty" role="alert">
        <p>{faultInWords(fault.value)}</p>
        <Button label={t.retry} onPress={retry} />
      </div>
    );
  }
  if (result === undefined) return <p class="list-empty" role="status">{t.searching}</p>;
  const isShort = [...query].length < MIN_QUERY;
  return (
    <div class="search-results" aria-live="polite">
      {result.contacts.length > 0 && (
        <section>
          <h2 class="list-heading">{t.foundContacts}</h2>
          <ul>
            {result.contacts.map((contact) => (
              <li key={contact.id}>
                <button
                  type="button"
                  class="found"
                  onClick={() => openContact(contact.id, contact.name)}
                >
                  <Avatar name={contact.name} seed={contact.id} />
                  <span class="found-main">
                    <bdi class="row-name">{contact.name}</bdi>
                    <bdi class="row-text">
                      {contact.email ?? contact.phone ?? t.contactConversations(contact.conversations)}
                    </bdi>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {result.messages.length > 0 && (
        <section>
          <h2 class="list-heading">{t.foundMessages}</h2>
          <ul>
            {result.messages.map((message) => (
              <li key={message.messageId}>
                <a
                  class="found"
                  href={addressOf({ ...shown, conversation: message.conversationId })}
                  aria-current={shown.conversation === message.conversationId ? "true" : undefined}
                >
                  <Avatar name={message.contactName} seed={message.conversationId} />
                  <span class="found-main">
                    <span class="row-top">
                      <bdi class="row-name">{message.contactName}</bdi>
                      {message.author === "note" && (
                        <span class="found-note">
                          <Icon of={StickyNote} />
                          {t.note}
                        </span>
                      )}
                      <time class="row-time" dateTime={message.at}>
                        {formatMoment(message.at, now.value)}
                      </time>
                    </span>
                    <span class="row-text found-text" dir="auto">
                      <Marked text={cutAround(message.body, query)} query={query} />
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isShort && <p class="list-empty">{t.searchShort}</p>}
      {!isShort && result.messages.length + result.contacts.length === 0 && (
        <p class="list-empty" role="status">{t.foundNothing}</p>
      )}
    </div>
  );
}
