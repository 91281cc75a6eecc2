/**
 * A date, a time, or an instant. An instant is given in this device's zone and travels with it.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import type { Widget } from "../../../wire/widget.ts";
import type { WidgetEntry } from "../app/entry_types.ts";
import { datetimeBound, datetimeValue } from "./datetime_value.ts";
import { QuestionFoot } from "./question_foot.tsx";
import { useAnswer, useEntered } from "./use_answer.ts";
import { datetimeText } from "./value_text.ts";
import { words } from "./words.ts";

const INPUTS = { date: "date", time: "time", datetime: "datetime-local" } as const;

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
        label={t.modes[mode]}
        type={INPUTS[mode] as "date"}
        hint={bounds === "" ? undefined : bounds}
        value={entered.value}
        onValue={(value) => {
          entered.value = value;
          answering.forgive();
        }}
        {...(low === undefined ? {} : { min: low })}
        {...(high === undefined ? {} : { max: high })}
      />
      <QuestionFoot answering={answering}>
        <Button look="primary" type="submit" label={t.answer} pending={answering.isPending} />
      </QuestionFoot>
    </form>
  );
}
