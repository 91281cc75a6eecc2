/**
 * A tag in its declared colour, readable on every ground: its text is black or white, whichever stands out more (WCAG 1.4.3).
 * Pure.
 * @module
 */

/** Black or white on a colour of the form `#rrggbb`; any other text is taken for the house's grey. */
export function textOn(color: string): "#000000" | "#ffffff" {
  const light = luminance(color);
  // The contrast with white is above the one with black below this luminance.
  return (1.05) / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** The colour itself, or grey where it is none: it comes from people. */
export function safeColor(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : "#64748b";
}

/** Relative luminance (WCAG 2). */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(safeColor(color).slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
