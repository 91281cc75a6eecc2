/**
 * A form in a window of its own, with its foot. What was typed is not lost by a slip: leaving it asks first.
 * @module
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { ConfirmDialog } from "./confirm_dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { Form, type FormState } from "./form.tsx";
import { FormFoot } from "./form_foot.tsx";
import { kitWords } from "./kit_words.ts";

/** The window. `label`: what the form does; `onClose`: it is left, or its `send` has closed it. */
export function FormDialog<Values extends object>({ title, of, label, onClose, class: extra, children }: {
  readonly title: string;
  readonly of: FormState<Values>;
  readonly label: string;
  readonly onClose: () => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const t = kitWords.value;
  const isAsked = useSignal(false);
  const { isDirty } = of;
  const leave = () => isDirty ? void (isAsked.value = true) : onClose();

  // Gone with the form, and not a moment later: a page may be left for good because the form is.
  useLayoutEffect(() => {
    if (!isDirty) return;
    // The browser asks in its own words.
    const stay = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [isDirty]);

  return (
    <Dialog title={title} closeLabel={t.close} onClose={leave} {...(extra ? { class: extra } : {})}>
      <Form state={of}>
        {children}
        <FormFoot of={of} label={label} onCancel={leave} />
      </Form>
      {isAsked.value && (
        <ConfirmDialog
          title={t.leaveTitle}
          confirmLabel={t.leave}
          onClose={() => void (isAsked.value = false)}
          onConfirm={() => {
            onClose();
            return Promise.resolve(undefined);
          }}
        >
          <p>{t.leaveBody}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
