import { cast } from "../../sim/cast.ts";
import { dice } from "../support/mutations.ts";
import { DAY, HOUR, MINUTE, NOW, SINCE, type WatchedThing } from "./world-clock.ts";

/** Each hour of the last nine days, and seldom before: pages of one target look no further back. */
function times(everyMs: number): number[] {
  const last = Array.from({ length: 9 * 24 }, (_, n) => NOW - 7 * MINUTE - n * HOUR);
  const before = last.at(-1)! - everyMs;
  const first = Array.from({ length: Math.floor((before - SINCE) / everyMs) }, (_, n) => before - n * everyMs);
  return [...last, ...first].reverse();
}

/** Where they stood, and where they stand. */
const places: [name: string, from: number, to: number][] = [
  ["Maria", 14, 4],
  ["Kenji Plays", 22, 18],
  ["Suna Draws", 9, 31],
];

function ranking([name, from, to]: (typeof places)[number], index: number): WatchedThing {
  const roll = dice(60 + index);
  const { roomId, userId } = cast.find((one) => one.name === name)!;
  const polls = times(6 * HOUR).map((at) => {
    const done = (at - SINCE) / (NOW - SINCE);
    const place = Math.max(1, Math.round(from + (to - from) * done + (roll() - 0.5) * (at > NOW - 9 * DAY ? 2.4 : 5)));
    const standing = { groupType: 1, rankType: 8, title: "Daily ranking", onRank: true, classType: 1500, gap: null };
    return { at, view: { standings: [{ ...standing, place, resetAt: null }] } };
  });
  return { body: { kind: "ranking", name, params: { roomId, userId }, watchlist: "others" }, polls };
}

/** Hashtags with their views, and their growth a week, as a share: as ever, and lately. */
const tags: [name: string, views: number, usual: number, lately: number][] = [
  ["catsofinstagram", 48_000_000, 0.02, 0.03],
  ["catsandbooks", 812_000, 0.04, 0.65],
  ["kittensoftheweek", 9_200_000, 0.03, 0.21],
  ["rescuecat", 4_400_000, 0.05, 0.09],
  ["blackcatclub", 6_100_000, 0.06, 0.05],
  ["catcafe", 2_600_000, 0.01, 0.02],
];

function hashtags(): WatchedThing {
  const roll = dice(80);
  const sizes = tags.map(([, views]) => views);
  const polls = times(6 * HOUR).map((at) => {
    const found = tags.map(([name, , usual, lately], place) => {
      sizes[place]! *= 1 + (at > NOW - 7 * DAY ? lately / 168 : usual / 28) * (0.5 + roll());
      return { cid: String(1001 + place), name, views: Math.round(sizes[place]!), uses: null, position: place + 1 };
    });
    return { at, view: { complete: true, found } };
  });
  const params = { keyword: "cats", region: "US", count: 20 };
  return { body: { kind: "hashtag", name: "#cats", params, watchlist: "others" }, polls };
}

/** Products with their price, how often it moves, and what is sold a day. */
const products: [title: string, price: number, sold: number][] = [
  ["Glow serum 30 ml", 19.99, 41],
  ["Milk frother", 14.5, 12],
  ["Silicone lids, set of six", 9.9, 64],
  ["Fold-away lamp", 32, 8],
  ["Cat fountain 2 l", 27.49, 23],
];

function shop(): WatchedThing {
  const roll = dice(90);
  const now = products.map(([, price]) => ({ price, sold: 400 }));
  const polls = times(12 * HOUR).map((at) => {
    const offered = products.map(([title, price, sold], place) => {
      const one = now[place]!;
      if (roll() < 0.012) one.price = Math.round(price * (0.75 + roll() * 0.35) * 100) / 100;
      one.sold += Math.round((sold / (at > NOW - 9 * DAY ? 24 : 2)) * (0.6 + 0.8 * roll()));
      const look = { image: null, shop: "Kitchen & Home", rating: 4.6, reviews: 210 };
      return {
        productId: String(2001 + place),
        title,
        price: String(one.price),
        currency: "USD",
        sold: one.sold,
        look,
      };
    });
    return { at, view: { offered } };
  });
  return {
    body: { kind: "products", name: "Kitchen gadgets", params: { categoryId: 600_001 }, watchlist: "others" },
    polls,
  };
}

/** Rankings, hashtags and a shop. */
export const otherThings = (): WatchedThing[] => [...places.map(ranking), hashtags(), shop()];
