/**
 * Which text is read on a ground that somebody chose.
 * @module
 */

/** White or black: the one with more contrast on `#rrggbb` (WCAG 2.2, relative luminance). */
export function readableOn(color: string): "#ffffff" | "#000000" {
  const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  );
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  // Contrast with white falls below contrast with black from here on; both are 4.58 there.
  return luminance > 0.179 ? "#000000" : "#ffffff";
}
