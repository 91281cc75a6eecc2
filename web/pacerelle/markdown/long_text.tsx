/**
 * The text of a message. One that is very long is shown in part at first, so that the thread stays one.
 * @module
 */
import { useSignal } from "@preact/signals";
import { createWords } from "../../kit/words.ts";
import { Markdown } from "./markdown.tsx";

const words = createWords({
  fr: { more: "Tout afficher", less: "Afficher moins" },
  en: { more: "Show all", less: "Show less" },
});

/** Longer texts are folded: characters, and lines. */
const LONG = 2_400;
const MANY_LINES = 36;

function isLong(text: string): boolean {
  return text.length > LONG || text.split("\n", MANY_LINES + 1).length > MANY_LINES;
}

/** The text; `isPlain`: exactly as it was typed. */
export function LongText({ text, isPlain = false }: { readonly text: string; readonly isPlain?: boolean }) {
  const t = words.value;
  const isOpen = useSignal(false);
  const body = isPlain ? <p class="plain-text" dir="auto">{text}</p> : <Markdown text={text} />;
  if (!isLong(text)) return body;
  return (
    <>
      <div class={isOpen.value ? undefined : "text-folded"}>{body}</div>
      <button
        type="button"
        class="link-button"
        aria-expanded={isOpen.value}
        onClick={() => isOpen.value = !isOpen.value}
      >
        {isOpen.value ? t.less : t.more}
      </button>
    </>
  );
}
