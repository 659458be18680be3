import { expect } from "vitest";
import type { DoubtNews } from "../../src/core/absence.ts";
import { canonical, type Json } from "../../src/core/json.ts";
import { judgeList } from "../../src/kinds/list/judge.ts";
import { listSettings, type ListSettings } from "../../src/kinds/list/params.ts";
import { type Item, type ListState, showItems } from "../../src/kinds/list/view.ts";
import { judgeProducts } from "../../src/kinds/products/judge.ts";
import { productsSettings } from "../../src/kinds/products/params.ts";
import { noLook, type Offered, type ProductsState } from "../../src/kinds/products/view.ts";
import type { RankingChange } from "../../src/kinds/ranking/events.ts";
import { judgeRanking } from "../../src/kinds/ranking/judge.ts";
import { rankingSettings } from "../../src/kinds/ranking/params.ts";
import type { RankingState, Standing } from "../../src/kinds/ranking/view.ts";

export const MINUTE = 60_000;
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
    this.#state = JSON.parse(canonical(state as unknown as Json)) as ListState;
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

export const T0 = Date.UTC(2026, 0, 5, 12);
export const RESET = T0 + 60 * MINUTE;
export const DAY = 86_400_000;

const at7: Standing = {
  groupType: 1,
  rankType: 8,
  title: "Daily Ranking",
  onRank: true,
  place: 7,
  resetAt: RESET,
  classType: null,
  gap: "1.2K Diamonds to reach No. 6",
};
export const off: Partial<Standing> = { onRank: false, place: null };

export type Poll = Partial<Standing>[] & { minute?: number };

export const atMinute = (minute: number, ...standings: Partial<Standing>[]): Poll =>
  Object.assign(standings, { minute });

/**
 * Polls a watcher. A number is a place, an object a standing, a list several; one per minute unless a minute is given.
 */
export function watch(settings: object = {}) {
  let state: RankingState | null = null;
  let minute = -1;
  let lastOkAt: number | null = null;
  return (poll: number | Partial<Standing> | Poll) => {
    const rows: Poll = typeof poll === "number" ? [{ place: poll }] : Array.isArray(poll) ? poll : [poll];
    minute = rows.minute ?? minute + 1;
    const at = T0 + minute * MINUTE;
    const judgment = judgeRanking({
      targetId: "tgt_1",
      params: { roomId: "1", userId: "2" },
      settings: rankingSettings().parse(settings),
      announceInitial: false,
      before: state,
      view: { standings: rows.map((row) => ({ ...at7, ...row })) },
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    });
    const text = canonical(judgment.state as unknown as Json);
    const written = state === null || text !== canonical(state as unknown as Json);
    state = JSON.parse(text) as RankingState;
    lastOkAt = at;
    return { ...judgment, written, types: judgment.changes.map(({ type }) => type.replace("ranking.", "")) };
  };
}

/** The event types reported along some polls. */
export function notified(polls: (number | Partial<Standing> | Poll)[], settings: object = {}): string[] {
  const poll = watch(settings);
  return polls.flatMap((one) => poll(one).types);
}

type Race = Extract<RankingChange, { type: "ranking.closing" }>;

/** The races among changes. */
export const racesOf = ({ changes }: { changes: RankingChange[] }): Race[] =>
  changes.filter((change): change is Race => change.type === "ranking.closing");

/** The thresholds of a ranking without settings. */
export const THRESHOLDS = [99, 50, 20, 10, 3, 1];

const lamp: Offered = { productId: "1", title: "Lamp", price: "20", currency: "USD", sold: 1000, look: noLook };

/** Polls a watcher every minute, or as often as given. A product is its id, or its differences from the lamp. */
export function watchProducts(settings: object = {}, excludeProductIds: string[] = [], every = MINUTE) {
  let state: ProductsState | null = null;
  let at = T0 - every;
  let lastOkAt: number | null = null;
  return (rows: (string | Partial<Offered>)[]) => {
    at += every;
    const offered = rows.map((row) => ({ ...lamp, ...(typeof row === "string" ? { productId: row } : row) }));
    const judgment = judgeProducts({
      targetId: "tgt_1",
      params: { categoryId: 5, excludeProductIds },
      settings: productsSettings().parse(settings),
      announceInitial: false,
      before: state,
      view: { offered },
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    });
    const text = canonical(judgment.state as unknown as Json);
    const written = state === null || text !== canonical(state as unknown as Json);
    state = JSON.parse(text) as ProductsState;
    lastOkAt = at;
    const said = judgment.changes.map(
      ({ type, data }) => `${type.replace("product.", "")} ${data["productId"] as string}`,
    );
    return { ...judgment, written, said };
  };
}

export type Rows = Parameters<ReturnType<typeof watchProducts>>[0];
