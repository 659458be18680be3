/** Deterministic randomness: every roll is a function of the seed and a key. */
export class Dice {
  readonly seed: string;
  readonly #start: number;

  constructor(seed: string) {
    this.seed = seed;
    this.#start = mix(0x811c9dc5, seed);
  }

  /** Returns an integer of 32 bits. */
  bits(key: string): number {
    let hash = mix(this.#start, key);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  /** Returns a number in [0, 1). */
  roll(key: string): number {
    return this.bits(key) / 4294967296;
  }

  /** Returns an integer from `min` to `max`, inclusive. */
  int(key: string, min: number, max: number): number {
    return min + Math.floor(this.roll(key) * (max - min + 1));
  }

  happens(key: string, probability: number): boolean {
    return this.roll(key) < probability;
  }

  pick<T>(key: string, choices: readonly T[]): T {
    return choices[Math.floor(this.roll(key) * choices.length)] as T;
  }

  /** Returns a string of `length` digits with a prefix. */
  digits(key: string, prefix: string, length: number): string {
    let text = prefix;
    for (let part = 0; text.length < length; part++) text += String(this.bits(`${key}/${part}`)).padStart(10, "0");
    return text.slice(0, length);
  }

  /** Returns a number from 0 to 1 that changes smoothly, in a new direction every `stepMs`. */
  wander(key: string, at: number, stepMs: number): number {
    const position = at / stepMs;
    const step = Math.floor(position);
    const share = position - step;
    const smooth = share * share * (3 - 2 * share);
    return this.roll(`${key}/${step}`) * (1 - smooth) + this.roll(`${key}/${step + 1}`) * smooth;
  }
}

function mix(start: number, text: string): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
