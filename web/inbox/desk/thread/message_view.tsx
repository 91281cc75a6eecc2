/**
 * One message of a thread, by who wrote it.
 * @module
 */
import { Bot, Copy, Ellipsis, Sparkles, StickyNote, Trash2 } from "lucide";
import { formatFull, formatTime } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { MenuItem, Popover } from "../../../kit/menu.tsx";
import { Avatar } from "../../frame/avatar.tsx";
import { copy } from "../actions/actions.ts";
import type { ThreadItem } from "../types.ts";
import { deskWords } from "../words.ts";
import { DeliveryState } from "./delivery_state.tsx";
import { eventInWords, EventLine } from "./event_line.tsx";
import { Files } from "./files.tsx";
import { MessageBody } from "./message_body.tsx";

/** A message with a text. */
export type Said = Extract<ThreadItem, { readonly text: string }>;

/** What a message is given. */
export interface MessageViewProps {
  readonly message: ThreadItem;
  readonly follows: boolean;
  readonly contact: { readonly id: string; readonly name: string };
  readonly me: string;
  readonly onDelete: (message: Said) => unknown;
  readonly onTakeAgain: (text: string) => unknown;
}

/** The message. */
export function MessageView(props: MessageViewProps) {
  const t = deskWords.value;
  const { message } = props;
  switch (message.from) {
    case "event":
      return <EventLine text={eventInWords(message.event)} at={message.at} />;
    case "handoff":
      return <EventLine text={t.handoff} at={message.at} />;
    case "deleted":
      return (
        <p class="event-line message-deleted">
          {t.deleted}{" "}
          <time dateTime={message.at} title={formatFull(message.at)}>{formatTime(message.at)}</time>
        </p>
      );
    default:
      return <SaidView {...props} message={message} />;
  }
}

function SaidView({ message, follows, contact, me, onDelete, onTakeAgain }: MessageViewProps & {
  readonly message: Said;
}) {
  const t = deskWords.value;
  const isVisitor = message.from === "visitor";
  const classes = `message message-${message.from} ${isVisitor ? "message-theirs" : "message-ours"} ${
    follows ? "message-follows" : ""
  }`;
  return (
    <article class={classes}>
      {isVisitor && !follows && <Avatar name={contact.name} seed={contact.id} class="message-avatar" />}
      <div class="message-main">
        {follows
          ? (
            <span class="visually-hidden">
              <Author message={message} contact={contact} me={me} />
            </span>
          )
          : (
            <header class="message-head">
              <Author message={message} contact={contact} me={me} />
              <time dateTime={message.at} title={formatFull(message.at)}>{formatTime(message.at)}</time>
            </header>
          )}
        <div class="message-line">
          <div class="bubble" title={follows ? formatFull(message.at) : undefined}>
            {message.text !== "" && <MessageBody text={message.text} />}
            {"files" in message && <Files files={message.files} />}
          </div>
          <Popover
            kind="menu"
            label={t.messageActions}
            icon={Ellipsis}
            isIconOnly
            class="message-menu"
            align="end"
          >
            {(close) => (
              <>
                {message.text !== "" && (
                  <MenuItem
                    icon={Copy}
                    label={t.copyText}
                    onPress={() => {
                      close();
                      void copy(message.text);
                    }}
                  />
                )}
                <MenuItem
                  icon={Trash2}
                  label={t.deleteMessage}
                  isDanger
                  onPress={() => {
                    close();
                    onDelete(message);
                  }}
                />
              </>
            )}
          </Popover>
        </div>
        {"delivery" in message && message.delivery !== null && (
          <DeliveryState
            delivery={message.delivery}
            onTakeAgain={() => onTakeAgain(message.text)}
          />
        )}
      </div>
    </article>
  );
}

function Author({ message, contact, me }: {
  readonly message: Said;
  readonly contact: { readonly name: string };
  readonly me: string;
}) {
  const t = deskWords.value;
  switch (message.from) {
    case "visitor":
      return <bdi class="message-author">{contact.name}</bdi>;
    case "ai":
      return (
        <span class="message-author message-author-ai">
          <Icon of={Sparkles} />
          {t.aiAuthor}
          {message.confidence !== null && (
            <span class="message-confidence">{t.confidence(Math.round(message.confidence * 100))}</span>
          )}
        </span>
      );
    case "program":
      return (
        <span class="message-author">
          <bdi>{message.author.name}</bdi>
          <span class="badge badge-program">
            <Icon of={Bot} />
            {t.program}
          </span>
        </span>
      );
    case "note":
      return (
        <span class="message-author">
          <bdi>{message.author.id === me ? t.you : message.author.name}</bdi>
          {message.author.id === null && (
            <span class="badge badge-program">
              <Icon of={Bot} />
              {t.program}
            </span>
          )}
          <span class="badge badge-note">
            <Icon of={StickyNote} />
            {t.note}
          </span>
        </span>
      );
    case "advisor":
      return <bdi class="message-author">{message.author.id === me ? t.you : message.author.name}</bdi>;
  }
}
