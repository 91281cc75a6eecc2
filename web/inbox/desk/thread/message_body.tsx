/**
 * The text of a message. One that is very long is shown in part at first, so that the thread stays one.
 * @module
 */
import { useSignal } from "@preact/signals";
import { deskWords } from "../words.ts";
import { Markdown } from "./markdown.tsx";

/** Longer texts are folded: characters, and lines. */
const LONG = 1_800;
const MANY_LINES = 28;

function isLong(text: string): boolean {
  if (text.length > LONG) return true;
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines > MANY_LINES;
}

/** The text, and the button that unfolds it. */
export function MessageBody({ text }: { readonly text: string }) {
  const t = deskWords.value;
  const isOpen = useSignal(false);
  if (!isLong(text)) return <Markdown text={text} />;
  return (
    <>
      <div class={isOpen.value ? undefined : "message-folded"}>
        <Markdown text={text} />
      </div>
      <button
        type="button"
        class="link-button"
        aria-expanded={isOpen.value}
        onClick={() => isOpen.value = !isOpen.value}
      >
        {isOpen.value ? t.showLess : t.showAll}
      </button>
    </>
  );
}
