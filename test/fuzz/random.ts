/** A source of chance that its seed decides. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(least: number, max: number): number;
  pick<T>(all: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function random(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (least: number, max: number) => least + Math.floor(next() * (max - least + 1));
  return { next, int, pick: (all) => all[int(0, all.length - 1)]!, chance: (share) => next() < share };
}
