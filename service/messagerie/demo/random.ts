/**
 * Chance that can be had again: the same seed gives the same draws, on every machine. Nothing secret comes from here.
 * @module
 */

/** Draws, one after the other. */
export interface Random {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** Whether something that happens with this probability does. */
  chance(probability: number): boolean;
  /** One of these. */
  pick<Value>(values: readonly Value[]): Value;
  /** Bytes, for ids. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

/** Draws from a seed (32 bits): the generator "sfc32", whose state is stirred before its first draw. */
export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum | 0;
    return sum >>> 0;
  };
  for (let turn = 0; turn < 20; turn++) next();
  const fraction = () => next() / 4_294_967_296;
  const whole = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return Object.freeze({
    fraction,
    whole,
    chance: (probability: number) => fraction() < probability,
    pick<Value>(values: readonly Value[]): Value {
      return values[whole(0, values.length - 1)] as Value;
    },
    bytes: (length: number) => Uint8Array.from({ length }, () => next() & 0xff),
  });
}
