/**
 * A modal window over the page: the browser's own dialog, which keeps the focus inside and gives it back.
 * @module
 */
import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

/** A dialog, open for as long as it is rendered. Escape and its cross ask `onClose`. */
export function Dialog(props: {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** False: only its own buttons close it, for what is shown once. */
  readonly canDismiss?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const { title, closeLabel, onClose, canDismiss = true, class: extra = "", children } = props;
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    // Chromium closes at a second Escape whatever `cancel` says, except where nothing but the page may close it.
    dialog?.setAttribute("closedby", canDismiss ? "closerequest" : "none");
    dialog?.showModal();
    return () => {
      // One that stands over this one goes with it: while it is open, nothing below takes the focus.
      for (const above of dialog?.querySelectorAll("dialog") ?? []) above.close();
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      // What opened it may be gone or going, as a row that is removed: then the page's main part is where the person is.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById("main")?.focus();
      });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${extra}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A browser that does not know `closedby` asks for this.
        if (event.key === "Escape" && !canDismiss) event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (canDismiss) onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {canDismiss && <Button look="quiet" icon={X} label={closeLabel} isIconOnly onPress={onClose} />}
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
