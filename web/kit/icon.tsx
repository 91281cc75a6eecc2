/**
 * An icon out of Lucide's set. It says nothing by itself: what stands beside it, or the control's label, does.
 * @module
 */
import type { IconNode } from "lucide";
import { h } from "preact";

/** `<Icon of={Send} />`, with `Send` imported from `lucide`. */
export function Icon({ of, class: extra = "" }: { readonly of: IconNode; readonly class?: string }) {
  return (
    <svg
      class={`icon ${extra}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {of.map(([tag, attributes]) => h(tag, attributes as Record<string, string>))}
    </svg>
  );
}
