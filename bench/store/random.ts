/**
 * A seeded source of randomness (sfc32), so that a desk and its queries are the same on every machine.
 * @module
 */

/** Draws. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** A source for this seed. */
export function seeded(seed: number): Random {
  let a = 0x9e3779b9, b = 0x243f6a88, c = seed | 0, d = 1;
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let warm = 0; warm < 16; warm++) next();
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item };
}
