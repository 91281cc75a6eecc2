/**
 * The foot of a question: what is wrong, and the ways to answer or not.
 * @module
 */
import type { ComponentChildren } from "preact";
import { Button } from "../../kit/button.tsx";
import type { Answering } from "./use_answer.ts";
import { words } from "./words.ts";

/** The foot. `children`: the buttons that answer. */
export function QuestionFoot({ answering, canDismiss = true, children }: {
  readonly answering: Answering;
  readonly canDismiss?: boolean;
  readonly children: ComponentChildren;
}) {
  const { isPending } = answering;
  const fault = answering.faultOf();
  return (
    <>
      {fault && <p class="field-error" role="alert">{fault}</p>}
      <div class="widget-foot">
        {children}
        {canDismiss && (
          <Button
            look="quiet"
            label={words.value.dismiss}
            disabled={isPending}
            onPress={() => answering.dismiss()}
          />
        )}
      </div>
    </>
  );
}
