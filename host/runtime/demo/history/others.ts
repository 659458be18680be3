import { Dice } from "../../../../sim/world/dice.ts";
import type { HashtagView } from "../../../../src/kinds/hashtag/view.ts";
import type { ListView } from "../../../../src/kinds/list/view.ts";
import type { ProductsView } from "../../../../src/kinds/products/view.ts";
import type { RankingView } from "../../../../src/kinds/ranking/view.ts";
import { DAY, DAYS, HOUR, type Poll, type Stored } from "./thing.ts";

// Histories are computed backwards from the simulator's current answer, so that its next answer contains nothing new:
// numbers were smaller, prices and places different.

type Back<View> = (now: View, back: { days: number; at: number; dice: Dice }) => View;

/** The value of a number some days ago that grows by a share of itself per day. */
const shrunk = (value: number | null, days: number, share: number): number | null =>
  value === null ? null : Math.round(value / (1 + share) ** days);

/** One hashtag in four grows faster than the others. */
const hashtags: Back<HashtagView> = ({ found, complete }, { days, dice }) => ({
  complete,
  found: found.map((one) => {
    const key = one.cid ?? one.name ?? "";
    const share = dice.happens(`${key}/fast`, 0.25)
      ? 0.02 + 0.05 * dice.roll(key)
      : 0.004 + 0.012 * dice.roll(`${key}/share`);
    return { ...one, views: shrunk(one.views, days, share), uses: shrunk(one.uses, days, share / 2) };
  }),
});

/** Every product sells, and some had another price before a certain day. */
const products: Back<ProductsView> = ({ offered }, { days, dice }) => ({
  offered: offered.map((one) => {
    const { productId } = one;
    const changedAt = dice.int(`${productId}/day`, 2, DAYS - 4);
    const dearer = dice.happens(`${productId}/dearer`, 0.7) ? 1.18 : 0.9;
    const other = dice.happens(`${productId}/changes`, 0.3) && days > changedAt;
    const perDay = dice.int(`${productId}/sold`, 2, 60);
    const decimals = one.price?.split(".")[1]?.length ?? 0;
    return {
      ...one,
      price: one.price !== null && other ? String(Number((Number(one.price) * dearer).toFixed(decimals))) : one.price,
      sold: one.sold === null ? null : Math.max(0, Math.round(one.sold - perDay * days)),
    };
  }),
});

/** How long places stay as they are. */
const WAVERS_MS = 12 * HOUR;

/** Places vary, and were lower at first. */
const rankings: Back<RankingView> = ({ standings }, { days, at, dice }) => ({
  standings: standings.map((one) => {
    if (one.place === null || days === 0) return one;
    const waver = dice.roll(`${one.groupType}/${one.rankType}/${Math.floor(at / WAVERS_MS)}`) - 0.5;
    const place = Math.max(1, Math.round(one.place * (1 + days / 40) + waver * 3));
    return { ...one, place, resetAt: null };
  }),
});

/** Counts were smaller, and items are missing before they were published. */
const lists: Back<ListView> = ({ items, names, complete }, { days, at }) => ({
  names,
  complete,
  items: items.flatMap((item) => {
    const time = item.fields["time"];
    if (typeof time === "number" && (time < 1e12 ? time * 1000 : time) > at) return [];
    const fields = Object.entries(item.fields).map(([name, value]) => [
      name,
      typeof value === "number" && name !== "time" ? shrunk(value, days, 0.015) : value,
    ]);
    return [{ ...item, fields: Object.fromEntries(fields) as typeof item.fields }];
  }),
});

const CHARTED_DAYS = 8;

const BACK: Record<string, Back<unknown>> = {
  hashtag: (view, back) => hashtags(view as HashtagView, back),
  products: (view, back) => products(view as ProductsView, back),
  ranking: (view, back) => rankings(view as RankingView, back),
  list: (view, back) => lists(view as ListView, back),
};

/** The times of polls: twice a day, and every two hours in the days that charts show, so that they have no gaps. */
function instants(now: number): number[] {
  const times = (from: number, to: number, hours: number) =>
    Array.from({ length: ((from - to) * DAY) / (hours * HOUR) }, (_, n) => now - from * DAY + n * hours * HOUR);
  return [...times(DAYS, CHARTED_DAYS, 12), ...times(CHARTED_DAYS, 0, 2), now];
}

const MINUTE_MS = 60_000;

/** The minutes after places changed, in the days that charts show: a move is told when it has held for some polls. */
function afterMoves(now: number): number[] {
  const first = Math.ceil((now - CHARTED_DAYS * DAY) / WAVERS_MS) * WAVERS_MS;
  const moves = Array.from({ length: Math.ceil((now - first) / WAVERS_MS) }, (_, n) => first + n * WAVERS_MS);
  return moves.flatMap((at) => [0, 1, 2, 3].map((minutes) => at + minutes * MINUTE_MS)).filter((at) => at < now);
}

/** The polls of a target other than a creator before `now`. The last one has the current answer. */
export function otherPolls({ kind }: Stored, view: unknown, now: number): Poll[] {
  const back = BACK[kind];
  if (back === undefined) return [];
  const dice = new Dice("history");
  const all = kind === "ranking" ? [...new Set([...instants(now), ...afterMoves(now)])] : instants(now);
  return all.toSorted((a, b) => a - b).map((at) => ({ at, view: back(view, { days: (now - at) / DAY, at, dice }) }));
}
