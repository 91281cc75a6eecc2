/**
 * A label in the colour that somebody gave it: readable on any colour, in both themes.
 * @module
 */
import type { ComponentChildren } from "preact";

/** The colour itself, or grey where it is none: it comes from people. */
export function safeColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : "#64748b";
}

/** The label. A dot has the colour as it is; ground and text stay the theme's, whose contrast is known. */
export function Tag({ label, color, class: extra = "", children }: {
  readonly label: string;
  readonly color: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <span class={`tag ${extra}`}>
      <span class="tag-dot" style={{ backgroundColor: safeColor(color) }} aria-hidden="true" />
      <bdi class="tag-label">{label}</bdi>
      {children}
    </span>
  );
}
