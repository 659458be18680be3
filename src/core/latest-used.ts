/** What was used last, so many at the most: who comes beyond that drives out what was used longest ago. */
export class LatestUsed<Key, Value> {
  readonly #most: number;
  // A map keeps the order in which its keys were set.
  readonly #kept = new Map<Key, Value>();

  constructor(max: number) {
    this.#most = max;
  }

  get(key: Key): Value | undefined {
    const value = this.#kept.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
