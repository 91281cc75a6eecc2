/**
 * One line of the list: who, what last, since when they wait.
 * @module
 */
import {
  AlarmClock,
  ChevronsUp,
  ChevronUp,
  Globe,
  Hourglass,
  Mail,
  MessageSquareText,
  Sparkles,
} from "lucide";
import { markdownToPlain, parseMarkdown } from "../../../../service/messagerie/markdown.ts";
import { Icon } from "../../../kit/icon.tsx";
import { formatFull, formatMoment } from "../../../kit/format.ts";
import { Avatar } from "../../frame/avatar.tsx";
import { TagChip } from "../details/tag_chip.tsx";
import type { Line } from "../state/conversation_list.ts";
import { addressOf, type View } from "../state/view.ts";
import type { ListItem } from "../types.ts";
import { deskWords, durationInWords } from "../words.ts";

const CHANNEL_ICONS = { web: Globe, email: Mail, sms: MessageSquareText } as const;
/** Tags that a line has room for; the others are counted. */
const MOST_TAGS = 1;
/** A visitor who waits longer than this is shown in the colour of warning, and than that of danger. */
const LONG_WAIT_MS = 15 * 60_000;
const VERY_LONG_WAIT_MS = 60 * 60_000;

/** What a line is given. */
export interface ConversationRowProps {
  readonly line: Line;
  readonly view: View;
  readonly me: string;
  readonly now: number;
  readonly isCursor: boolean;
  readonly hasDraft: boolean;
}

function lastWords(item: ListItem): string {
  const t = deskWords.value;
  const { from, text } = item.lastMessage;
  const head = from === "ai" ? `${t.ai} : ` : from === "agent" ? "↩ " : "";
  if (text === "") return from === null ? "" : head + t.noText;
  // What the desk wrote is Markdown: a line shows it without its marks.
  return head + (from === "visitor" ? text : markdownToPlain(parseMarkdown(text)));
}

/** The line, as a link to the conversation. */
export function ConversationRow({ line, view, me, now, isCursor, hasDraft }: ConversationRowProps) {
  const t = deskWords.value;
  const { item, left } = line;
  const isOpen = view.conversation === item.id;
  const wait = item.waitingSince === null ? undefined : now - Date.parse(item.waitingSince);
  const classes = ["row", item.unread ? "row-unread" : "", isOpen ? "row-open" : "", left ? "row-left" : ""];
  return (
    <a
      class={classes.filter(Boolean).join(" ")}
      href={addressOf({ ...view, conversation: item.id })}
      aria-current={isOpen ? "true" : undefined}
      data-conversation={item.id}
      tabIndex={isCursor ? 0 : -1}
      title={left ? t.leftList : undefined}
    >
      <Avatar name={item.contact.name} seed={item.contact.id} class="row-avatar" />
      <span class="row-main">
        <span class="row-top">
          <bdi class="row-name">{item.contact.name}</bdi>
          {item.unread && <span class="row-dot" role="img" aria-label={t.unread} />}
          <time class="row-time" dateTime={item.lastMessageAt} title={formatFull(item.lastMessageAt)}>
            {formatMoment(item.lastMessageAt, now)}
          </time>
        </span>
        <span class="row-text" dir="auto">
          {hasDraft && <span class="row-draft">{`${t.draft} · `}</span>}
          {lastWords(item)}
        </span>
        <span class="row-meta">
          <span
            class="row-fact"
            title={[t.channels[item.channel], item.inbox?.name].filter(Boolean).join(" · ")}
          >
            <Icon of={CHANNEL_ICONS[item.channel]} />
            <span class="visually-hidden">{t.channels[item.channel]}</span>
            {item.inbox !== null && <bdi class="row-inbox">{item.inbox.name}</bdi>}
          </span>
          {item.status === "ai" && (
            <span class="row-fact row-ai">
              <Icon of={Sparkles} />
              {t.ai}
            </span>
          )}
          {item.priority === "high" || item.priority === "urgent"
            ? (
              <span
                class={`row-fact ${item.priority === "urgent" ? "row-danger" : "row-warning"}`}
                title={t.priorityIs(t.priorities[item.priority])}
              >
                <Icon of={item.priority === "urgent" ? ChevronsUp : ChevronUp} />
                <span class="visually-hidden">{t.priorityIs(t.priorities[item.priority])}</span>
              </span>
            )
            : null}
          {item.status === "pending" && item.snoozedUntil !== null && (
            <span class="row-fact" title={t.onHoldUntil(formatFull(item.snoozedUntil))}>
              <Icon of={AlarmClock} />
              <span class="visually-hidden">{t.onHoldUntil(formatFull(item.snoozedUntil))}</span>
              <span aria-hidden="true">{formatMoment(item.snoozedUntil, now)}</span>
            </span>
          )}
          {wait !== undefined && item.status !== "resolved" && (
            <span
              class={`row-fact ${
                wait > VERY_LONG_WAIT_MS ? "row-danger" : wait > LONG_WAIT_MS ? "row-warning" : ""
              }`}
              title={t.waitingSince(durationInWords(wait))}
            >
              <Icon of={Hourglass} />
              <span class="visually-hidden">{t.waitingSince(durationInWords(wait))}</span>
              <span aria-hidden="true">{durationInWords(wait, "short")}</span>
            </span>
          )}
          {item.tags.slice(0, MOST_TAGS).map((tag) => <TagChip key={tag.label} tag={tag} />)}
          {item.tags.length > MOST_TAGS && (
            <span
              class="row-fact"
              title={item.tags.slice(MOST_TAGS).map(({ label }) => label).join(", ")}
            >
              +{item.tags.length - MOST_TAGS}
            </span>
          )}
          {item.assignee !== null && (
            <span class="row-assignee" title={t.assignedTo(item.assignee.name)}>
              <Avatar name={item.assignee.name} seed={item.assignee.id} class="avatar-small" />
              <span class="visually-hidden">
                {item.assignee.id === me ? t.assignedTo(t.you) : t.assignedTo(item.assignee.name)}
              </span>
            </span>
          )}
        </span>
      </span>
    </a>
  );
}
