/**
 * A conversation that files can be dropped on, wherever: beside it, a browser would leave the page for the file.
 * @module
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { attachFiles } from "../composer/attach_files.ts";
import type { Details } from "../types.ts";
import { deskWords } from "../words.ts";

/** The pane of a conversation. */
export function DropFiles({ details, children }: {
  readonly details: Details;
  readonly children: ComponentChildren;
}) {
  const pane = useRef<HTMLElement>(null);
  const isOver = useSignal(false);
  return (
    <section
      class="thread-pane"
      ref={pane}
      aria-label={details.contact.name}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={({ relatedTarget }) => {
        if (!pane.current?.contains(relatedTarget as Node | null)) isOver.value = false;
      }}
      onDrop={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        isOver.value = false;
        attachFiles(details, event.dataTransfer.files);
      }}
    >
      {children}
      {isOver.value && <div class="thread-drop">{deskWords.value.dropFiles}</div>}
    </section>
  );
}
