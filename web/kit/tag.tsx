/**
 * A label in the colour that somebody gave it: readable on any colour, in both themes.
 * @module
 */

/** The label. A dot has the colour as it is; ground and text stay the theme's, whose contrast is known. */
export function Tag({ label, color }: { readonly label: string; readonly color: string }) {
  return (
    <span class="tag">
      <span class="tag-dot" style={{ backgroundColor: color }} aria-hidden="true" />
      <span dir="auto">{label}</span>
    </span>
  );
}
