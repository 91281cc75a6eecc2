/**
 * The middle pane: an open conversation, what can be done to it, its messages, where to write.
 * @module
 */
import { Hand, MessagesSquare, Sparkles } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { placeTitle } from "../../frame/slots.ts";
import { faultInWords } from "../../words.ts";
import { markSeen, takeOver } from "../actions/actions.ts";
import { Composer } from "../composer/composer.tsx";
import { PresenceLine } from "../composer/presence_line.tsx";
import { desk } from "../desk.ts";
import type { Thread } from "../state/thread.ts";
import { show, view } from "../ui.ts";
import { deskWords } from "../words.ts";
import { DropFiles } from "./drop_files.tsx";
import { ThreadHead } from "./thread_head.tsx";
import { ThreadView } from "./thread_view.tsx";

/** The pane; without a conversation it says how to open one. */
export function ThreadPane({ thread }: { readonly thread: Thread | undefined }) {
  const t = deskWords.value;
  if (thread === undefined) {
    const { counts, list } = desk();
    const hasAny = counts.value?.unresolved.conversations !== 0 || list.lines.value.length > 0;
    return (
      <section class="thread-pane thread-none" aria-label={t.thread}>
        <Icon of={MessagesSquare} />
        <h2>{hasAny ? t.pickOne : t.nothingOpen}</h2>
        {hasAny && (
          <p>
            {t.pickOneHint} <kbd>j</kbd> <kbd>k</kbd> <kbd>↵</kbd>
          </p>
        )}
      </section>
    );
  }
  return <OpenThread key={thread.id} thread={thread} />;
}

function OpenThread({ thread }: { readonly thread: Thread }) {
  const t = deskWords.value;
  const state = thread.state.value;
  const details = thread.details.value;
  const name = details?.contact.name ?? "";
  const back = () => show({ ...view.value, conversation: undefined });

  useEffect(() => {
    placeTitle(name);
    return () => placeTitle("");
  }, [name]);

  // A look of the one whose it is, or of anybody where it is nobody's, is a reading; a colleague's is not.
  const isUnread = details?.unread === true &&
    (details.assignee === null || details.assignee.id === desk().me);
  useEffect(() => {
    if (!isUnread) return;
    const look = () => {
      if (document.visibilityState === "visible") void markSeen(thread.id);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isUnread, details?.lastMessageAt]);

  if (state === "gone") {
    return (
      <section class="thread-pane thread-none" aria-label={t.thread} role="alert">
        <h2>{t.gone}</h2>
        <p>{t.goneHint}</p>
        <Button label={t.backToList} onPress={back} />
      </section>
    );
  }
  if (state === "failed") {
    return (
      <section class="thread-pane thread-none" aria-label={t.thread} role="alert">
        <h2>{t.threadFailed}</h2>
        <p>{faultInWords(thread.fault.value)}</p>
        <div class="form-actions">
          <Button look="primary" label={t.retry} onPress={() => thread.load()} />
          <Button label={t.backToList} onPress={back} />
        </div>
      </section>
    );
  }
  if (details === undefined) {
    return (
      <section class="thread-pane" aria-label={t.thread} aria-busy="true">
        <div class="thread-wait skeleton">
          <span />
          <span />
          <span />
        </div>
      </section>
    );
  }
  return (
    <DropFiles details={details}>
      <ThreadHead details={details} onBack={back} />
      <ThreadView thread={thread} />
      <div class="thread-foot">
        <PresenceLine conversationId={thread.id} contact={details.contact} />
        {details.status === "ai" && (
          <p class="ai-bar">
            <Icon of={Sparkles} />
            <span>{t.aiAnswers}</span>
            <Button look="quiet" icon={Hand} label={t.takeOver} onPress={() => takeOver(thread.id)} />
          </p>
        )}
        <Composer details={details} />
      </div>
    </DropFiles>
  );
}
