/**
 * The inbox as an area of the pages.
 * @module
 */

/** The inbox. */
export function Area() {
  return <div class="desk" />;
}
