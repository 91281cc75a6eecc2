/**
 * The widget's icons, out of Lucide's set. They say nothing by themselves: the control's label does.
 * @module
 */
import type { IconNode } from "lucide";
import { h } from "preact";

/** `<Icon of={Send} />`, with `Send` imported from `lucide`. */
export function Icon({ of }: { readonly of: IconNode }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, attributes as Record<string, string>))}
    </svg>
  );
}
