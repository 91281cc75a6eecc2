/**
 * One out of several, or several.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { CheckboxGroup, RadioGroup } from "../../kit/choice.tsx";
import type { Widget } from "../../../wire/widget.ts";
import type { WidgetEntry } from "../app/entry_types.ts";
import { QuestionFoot } from "./question_foot.tsx";
import { useAnswer, useEntered } from "./use_answer.ts";
import { words } from "./words.ts";

/** The choices. */
export function ChoiceQuestion({ entry, widget }: {
  readonly entry: WidgetEntry;
  readonly widget: Widget & { readonly kind: "choice" };
}) {
  const t = words.value;
  const answering = useAnswer(entry);
  const chosen = useEntered<readonly string[]>(entry, []);
  const { min = 1, max = 1 } = widget;
  const options = widget.options.map(({ id, label, description }) => ({
    value: id,
    label,
    hint: description,
  }));
  const choose = (value: readonly string[]) => {
    chosen.value = value;
    answering.forgive();
  };
  const common = { label: widget.title, name: entry.id };
  return (
    <form
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = chosen.value;
        // Nothing chosen is no value, but where nothing may be chosen.
        void answering.answer(max > 1 ? [...chosen.value] : first ?? (min === 0 ? null : ""));
      }}
    >
      <div class="widget-group">
        {max > 1
          ? (
            <CheckboxGroup
              {...common}
              hint={t.chooseBetween(min, max)}
              options={options}
              value={chosen.value}
              onValue={choose}
            />
          )
          : (
            <RadioGroup
              {...common}
              options={min === 0 ? [...options, { value: "", label: t.noneOfThem }] : options}
              value={chosen.value[0] ?? (min === 0 ? "" : "\0")}
              onValue={(value) => choose(value === "" ? [] : [value])}
            />
          )}
      </div>
      <QuestionFoot answering={answering} canDismiss={max > 1 || min > 0}>
        <Button look="primary" type="submit" label={t.answer} pending={answering.isPending} />
      </QuestionFoot>
    </form>
  );
}
