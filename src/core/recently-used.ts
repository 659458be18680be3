/** A cache of at most `max` entries that evicts the least recently used one. */
export class RecentlyUsed<Key, Value> {
  readonly #most: number;
  // A Map keeps the order in which keys were set.
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
