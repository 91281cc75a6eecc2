/**
 * A text field as tall as its text, for browsers whose style sheets cannot say it.
 * @module
 */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Whether `field-sizing` does it. */
const isInStyles = CSS.supports("field-sizing", "content");

/** Keeps `field` as tall as `text` wants; its least and most are the style sheet's. */
export function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (isInStyles || current === null) return;
    current.style.height = "auto";
    const borders = current.offsetHeight - current.clientHeight;
    current.style.height = `${current.scrollHeight + borders}px`;
  }, [text]);
}
