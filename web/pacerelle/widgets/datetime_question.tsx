/**
 * A date, a time, or an instant. An instant is given in this device's zone and travels with it.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import type { Widget } from "../../../wire/widget.ts";
import type { WidgetEntry } from "../app/api.ts";
import { QuestionFoot } from "./question_foot.tsx";
import { useAnswer, useEntered } from "./use_answer.ts";
import { datetimeText } from "./value_text.ts";
import { words } from "./words.ts";

type Mode = "date" | "time" | "datetime";

const INPUTS = { date: "date", time: "time", datetime: "datetime-local" } as const;

const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");

/** What an input gives, as it travels: a local date and time gets the zone that it is in. */
export function datetimeValue(mode: Mode, entered: string): string {
  if (mode !== "datetime" || entered === "") return entered;
  const at = new Date(entered);
  if (Number.isNaN(at.getTime())) return entered;
  const offset = -at.getTimezoneOffset();
  const zone = `${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
  return `${entered.length === 16 ? `${entered}:00` : entered}${zone}`;
}

/** A bound as an input takes it. */
export function datetimeBound(mode: Mode, bound: string | undefined): string | undefined {
  if (bound === undefined || mode !== "datetime") return bound;
  const at = new Date(bound);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${
    two(at.getMinutes())
  }`;
}

/** The field. */
export function DatetimeQuestion({ entry, widget }: {
  readonly entry: WidgetEntry;
  readonly widget: Widget & { readonly kind: "datetime" };
}) {
  const t = words.value;
  const answering = useAnswer(entry);
  const entered = useEntered(entry, "");
  const { mode, min, max } = widget;
  const bounds = [
    min === undefined ? "" : t.from(datetimeText(mode, min)),
    max === undefined ? "" : t.until(datetimeText(mode, max)),
  ].filter((text) => text !== "").join(" ");
  const low = datetimeBound(mode, min);
  const high = datetimeBound(mode, max);
  return (
    <form
      class="widget-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void answering.answer(datetimeValue(mode, entered.value));
      }}
    >
      <TextField
        label={t.kinds.datetime}
        type={INPUTS[mode] as "date"}
        hint={bounds === "" ? undefined : bounds}
        value={entered.value}
        onValue={(value) => entered.value = value}
        {...(low === undefined ? {} : { min: low })}
        {...(high === undefined ? {} : { max: high })}
      />
      <QuestionFoot answering={answering}>
        <Button look="primary" type="submit" label={t.answer} pending={answering.isPending} />
      </QuestionFoot>
    </form>
  );
}
