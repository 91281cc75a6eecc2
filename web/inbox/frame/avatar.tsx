/**
 * Somebody's initials on a ground of their own, the same each time.
 * @module
 */

/** How many grounds the style sheet has. */
const GROUNDS = 8;

/** Up to two initials: of the first word and the last. */
export function initialsOf(name: string): string {
  const letters = name.trim().split(/\s+/).flatMap((word) => {
    const letter = /\p{L}|\p{N}/u.exec(word)?.[0];
    return letter === undefined ? [] : [letter.toLocaleUpperCase()];
  });
  const [first = "?"] = letters;
  return letters.length > 1 ? `${first}${letters.at(-1)}` : first;
}

/** Which ground a person has, by their id. */
export function groundOf(seed: string): number {
  let sum = 0;
  for (const char of seed) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum % GROUNDS;
}

/** Decoration: the name stands beside it. */
export function Avatar({ name, seed, class: extra = "" }: {
  readonly name: string;
  readonly seed: string;
  readonly class?: string;
}) {
  // Drawn by the style sheet: letters in the page would be part of what a button around them is called.
  return (
    <span
      class={`avatar avatar-${groundOf(seed)} ${extra}`}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}
