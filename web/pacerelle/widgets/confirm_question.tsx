/**
 * Yes or no. What the agent marks as risky is asked once more.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import type { Widget } from "../../../wire/widget.ts";
import { LongText } from "../markdown/long_text.tsx";
import type { WidgetEntry } from "../app/entry_types.ts";
import { QuestionFoot } from "./question_foot.tsx";
import { useAnswer } from "./use_answer.ts";
import { words } from "./words.ts";

/** The two buttons. */
export function ConfirmQuestion({ entry, widget }: {
  readonly entry: WidgetEntry;
  readonly widget: Widget & { readonly kind: "confirm" };
}) {
  const t = words.value;
  const answering = useAnswer(entry);
  const isAsking = useSignal(false);
  const isDanger = widget.danger === true;
  const yes = widget.labels?.yes ?? t.yes;
  return (
    <>
      {isDanger && <p class="widget-warning">{t.isDanger}</p>}
      <QuestionFoot answering={answering} canDismiss={false}>
        <Button
          look={isDanger ? "danger" : "primary"}
          label={yes}
          pending={answering.isPending}
          onPress={() => isDanger ? void (isAsking.value = true) : answering.answer(true)}
        />
        <Button
          label={widget.labels?.no ?? t.no}
          disabled={answering.isPending}
          onPress={() => answering.answer(false)}
        />
      </QuestionFoot>
      {isAsking.value && (
        <ConfirmDialog
          title={widget.title}
          confirmLabel={yes}
          onClose={() => isAsking.value = false}
          onConfirm={async () => {
            await answering.answer(true);
            return undefined;
          }}
        >
          {widget.body !== undefined && widget.body !== "" && <LongText text={widget.body} />}
          <p class="notice notice-warning">{t.dangerMeans}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
