/**
 * A question of an agent's, or how far it is with something: what is asked, the ways to answer, and the answer that stands.
 * @module
 */
import {
  CalendarClock,
  CircleCheckBig,
  CircleQuestionMark,
  FileUp,
  type IconNode,
  ListChecks,
  LoaderCircle,
  MonitorSmartphone,
  TextCursorInput,
  TriangleAlert,
} from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../kit/icon.tsx";
import type { WidgetKind } from "../../../wire/widget.ts";
import { attachmentOf } from "../../../wire/attachment.ts";
import type { WidgetEntry } from "../app/entry_types.ts";
import { StandingLine } from "../conversations/standing.tsx";
import { Attachments } from "../files/attachments.tsx";
import { LongText } from "../markdown/long_text.tsx";
import { phase } from "../state.ts";
import { ChoiceQuestion } from "./choice_question.tsx";
import { ConfirmQuestion } from "./confirm_question.tsx";
import { DatetimeQuestion } from "./datetime_question.tsx";
import { FileQuestion } from "./file_question.tsx";
import { FormQuestion } from "./form_question.tsx";
import { ProgressView } from "./progress_view.tsx";
import { valueText } from "./value_text.ts";
import { words } from "./words.ts";

const ICONS: Readonly<Record<WidgetKind, IconNode>> = {
  confirm: CircleQuestionMark,
  choice: ListChecks,
  form: TextCursorInput,
  progress: LoaderCircle,
  datetime: CalendarClock,
  file: FileUp,
};

/** The card. */
export function WidgetCard({ entry }: { readonly entry: WidgetEntry }) {
  const t = words.value;
  const { widget, isOpen } = entry;
  const isDanger = widget.kind === "confirm" && widget.danger === true;
  const isDone = widget.kind === "progress" && widget.done === true;
  const card = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  const isAnsweredHere = entry.answer?.isHere === true;
  useLayoutEffect(() => {
    // The button that answered is gone, and the focus with it: it stays with what was answered.
    if (wasOpen.current && !isOpen && isAnsweredHere && document.activeElement === document.body) {
      card.current?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen, isAnsweredHere]);
  return (
    <div
      ref={card}
      class={`widget ${isDanger ? "widget-danger" : ""}`}
      role="group"
      aria-label={t.kinds[widget.kind]}
      tabIndex={-1}
    >
      <header class="widget-head">
        <Icon of={isDanger ? TriangleAlert : isDone ? CircleCheckBig : ICONS[widget.kind]} />
        <h2 dir="auto">{widget.title}</h2>
      </header>
      {widget.body !== undefined && widget.body !== "" && <LongText text={widget.body} />}
      {widget.kind === "progress" && <ProgressView widget={widget} />}
      {isOpen && phase.value === "ready" && <Question entry={entry} />}
      {isOpen && phase.value !== "ready" && <p class="secondary">{t.readOnly}</p>}
      {entry.answer !== null && <Answer entry={entry} />}
    </div>
  );
}

function Question({ entry }: { readonly entry: WidgetEntry }) {
  const { widget } = entry;
  switch (widget.kind) {
    case "confirm":
      return <ConfirmQuestion entry={entry} widget={widget} />;
    case "choice":
      return <ChoiceQuestion entry={entry} widget={widget} />;
    case "form":
      return <FormQuestion entry={entry} widget={widget} />;
    case "datetime":
      return <DatetimeQuestion entry={entry} widget={widget} />;
    case "file":
      return <FileQuestion entry={entry} widget={widget} />;
    case "progress":
      return null;
  }
}

function Answer({ entry: { widget, answer } }: { readonly entry: WidgetEntry }) {
  const t = words.value;
  if (answer === null) return null;
  const file = attachmentOf(answer.value);
  return (
    <div class="widget-answer">
      <span class="secondary">
        {answer.isHere ? t.yourAnswer : (
          <>
            <Icon of={MonitorSmartphone} /> {t.answerElsewhere}
          </>
        )}
      </span>
      {file ? <Attachments files={[file]} /> : (
        <p class="plain-text" dir="auto">
          <strong>{valueText(widget, answer.value, answer.isCancelled)}</strong>
        </p>
      )}
      {answer.isHere && <StandingLine standing={answer.standing} />}
    </div>
  );
}
