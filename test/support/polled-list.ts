import { expect } from "vitest";
import type { DoubtNews } from "../../src/core/absence.ts";
import { canonical, type Json } from "../../src/core/json.ts";
import { judgeList } from "../../src/kinds/list/judge.ts";
import { listSettings, type ListSettings } from "../../src/kinds/list/params.ts";
import { storedList } from "../../src/kinds/list/stored.ts";
import { showItems, type Item, type ListState } from "../../src/kinds/list/view.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const NAMES = ["title", "plays", "time"];

/** A list that is polled once a minute. Its state is serialized and parsed each time. */
export class Polled {
  readonly #settings: ListSettings;
  #state: ListState | null = null;
  #lastOkAt: number | null = null;
  #tick = 0;
  /** The doubts that began or ended, in order. */
  readonly doubts: DoubtNews[] = [];

  constructor(settings: object = {}) {
    this.#settings = listSettings().parse(settings);
  }

  get text(): string {
    return canonical(this.#state as unknown as Json);
  }

  get shown() {
    return showItems(this.#state!) as { items: { itemId: string }[]; count: number; complete: boolean };
  }

  get doubted(): boolean {
    return this.#state !== null && this.#state.doubt !== null;
  }

  /** Time of the first poll. */
  readonly start = START;

  /** Time of the next poll. */
  get next(): number {
    return START + this.#tick * MINUTE;
  }

  get lastOkAt(): number {
    return this.#lastOkAt ?? -Infinity;
  }

  /** Polls once; null is a failed poll. Returns the events. */
  poll(items: Item[] | null, complete = true) {
    const at = this.next;
    this.#tick += 1;
    if (items === null) return [];
    const first = new Set<string>();
    const unique = items.filter(({ id }) => !first.has(id) && first.add(id));
    const { state, changes, doubt } = judgeList({
      targetId: "tgt_1",
      params: { operation: "user.posts", values: {} },
      settings: this.#settings,
      announceInitial: true,
      before: this.#state,
      view: { items: unique, names: NAMES, complete },
      at,
      hold: false,
      lastOkAt: this.#lastOkAt,
      holdsMs: 600_000,
    });
    this.#lastOkAt = at;
    this.#state = storedList.state(JSON.parse(canonical(state as unknown as Json)) as Json)!;
    if (doubt !== undefined) this.doubts.push(doubt);
    const keys = changes.map(({ type, key }) => `${type} ${key}`);
    expect(new Set(keys).size).toBe(keys.length);
    return changes.map(({ type, data, occurredAt, window }) => ({ type, data, occurredAt, window }));
  }

  said(items: Item[] | null, complete = true): string[] {
    return this.poll(items, complete)
      .map(({ type, data }) => `${type} ${data.itemId}`)
      .sort();
  }
}

/** An item of a list. */
export const item = (id: string | number, fields: Item["fields"] = {}): Item => ({ id: String(id), fields });
/** Items with numbers as ids. */
export const items = (count: number, from = 0): Item[] => Array.from({ length: count }, (_, n) => item(from + n));
