/**
 * The row of one conversation: whom it is with, what was said last, what is new, waits or was typed.
 * @module
 */
import { Clock3, MessageCircleQuestionMark, Pencil } from "lucide";
import { formatMoment } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import type { ConversationView } from "../app/state_types.ts";
import { addressOf } from "../frame/place.ts";
import { agents } from "../state.ts";
import { words as frameWords } from "../words.ts";
import { plainLine } from "./plain_line.ts";
import { StandingIcon } from "./standing.tsx";
import { words } from "./words.ts";

/** The row. */
export function ConversationRow({ conversation, isOpen }: {
  readonly conversation: ConversationView;
  readonly isOpen: boolean;
}) {
  const t = words.value;
  const { agent, last, unread, unsent, openQuestions, draft } = conversation;
  const presence = agents.value.find(({ id }) => id === agent)?.presence.state ?? "unknown";
  return (
    <li>
      <a
        class={`row ${unread > 0 ? "row-unread" : ""}`}
        href={addressOf({ name: "conversations", agent })}
        aria-current={isOpen ? "true" : undefined}
      >
        <span class="avatar" aria-hidden="true">
          {initialOf(conversation.name ?? frameWords.value.unnamed)}
          <span class="presence-dot" data-state={presence} />
        </span>
        <span class="row-text">
          <span class="row-line">
            <bdi class="row-name">{conversation.name ?? frameWords.value.unnamed}</bdi>
            {last && (
              <time class="row-time" dateTime={new Date(last.at).toISOString()}>{formatMoment(last.at)}</time>
            )}
          </span>
          <span class="row-line">
            {draft.trim() !== "" && !isOpen
              ? (
                <span class="row-last">
                  <Icon of={Pencil} /> <em>{t.draft}</em> <bdi>{draft}</bdi>
                </span>
              )
              : (
                <span class="row-last">
                  {last === null ? <em>{t.nothingSaid}</em> : (
                    <>
                      {last.standing && <StandingIcon state={last.standing} />}
                      <bdi>
                        {last.text === ""
                          ? (last.isMine ? t.answered : t.file)
                          : last.isMine
                          ? last.text
                          : plainLine(last.text)}
                      </bdi>
                    </>
                  )}
                </span>
              )}
            {openQuestions > 0 && (
              <span class="row-mark" title={t.questions(openQuestions)}>
                <Icon of={MessageCircleQuestionMark} />
                <span class="visually-hidden">{t.questions(openQuestions)}</span>
              </span>
            )}
            {unsent > 0 && (
              <span class="row-mark" title={t.unsent(unsent)}>
                <Icon of={Clock3} />
                <span class="visually-hidden">{t.unsent(unsent)}</span>
              </span>
            )}
            {unread > 0 && (
              <span class="count">
                <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
                <span class="visually-hidden">{frameWords.value.unread(unread)}</span>
              </span>
            )}
          </span>
        </span>
      </a>
    </li>
  );
}

/** The first letter that a name shows. */
function initialOf(name: string): string {
  const [first = "?"] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim());
  return typeof first === "string" ? first : first.segment.toLocaleUpperCase();
}
