import { cast } from "../../sim/cast.ts";
import type { Change, Event } from "../../src/core/event.ts";
import { eventId } from "../../src/core/ids.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { dice } from "../support/mutations.ts";
import { DAY, HOUR, MINUTE, NOW, SINCE, type Poll, type WatchedThing } from "./world.ts";
import { isLive } from "../../src/kinds/status.ts";

/** Who broadcasts: the days of the week (Monday is 0), the hour in UTC, how long, their viewers, what they call it, and since when they are on now, minutes. */
type SchedulePrediction = [
  name: string,
  days: string,
  hour: number,
  hours: number,
  viewers: number,
  titles: string[],
  on?: number,
];

const predictions: SchedulePrediction[] = [
  [
    "Maria",
    "012345",
    18,
    2.6,
    9_800,
    ["Late-night lo-fi, your requests only", "Requests all evening", "Unplugged"],
    99,
  ],
  ["Kenji Plays", "012346", 19, 3.1, 3_900, ["Ranked to Master, two wins to go", "Speedruns"], 30],
  ["Suna Draws", "1356", 17, 2.2, 2_100, ["Ink and rain", "Draw with me"], 174],
  ["Zoé & the Cat", "01246", 19.5, 1.4, 860, ["The cat has a new box"], 5],
  ["Amara Cooks", "25", 11, 1.5, 3_200, ["Jollof for twenty", "What is in the fridge"]],
  ["Lena Winter", "0145", 18, 1.3, 5_100, ["Winter songs"], -12],
  ["Night Owl", "0123456", 22, 2.4, 4_300, ["Awake?"]],
  ["Tomás Beats", "0246", 16, 1.1, 740, ["Beats from scratch"]],
  ["Bigfoot Fitness", "01234", 6, 0.8, 410, ["Morning, everybody"]],
  ["Chef Lucia", "1346", 10, 1.2, 1_500, ["Sunday sauce"]],
  ["Pixel Paul", "56", 13, 1.8, 260, ["One pixel at a time"]],
  ["Old School Vinyl", "36", 15, 3, 980, ["A side, B side"]],
];

/** Of whom the service has said nothing since the morning, who is paused, and who is a favourite. */
export const UNREADABLE = "Chef Lucia";
export const PAUSED = "Pixel Paul";
const FAVOURITES = 4;

/** Often while something is going on, else each half hour: nothing else is seen in between. */
function instants(streams: [number, number][], until: number): number[] {
  const each = (from: number, to: number, step: number): number[] =>
    Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, n) => from + n * step);
  const close = streams.flatMap(([from, to]) => [...each(from, Math.min(to, NOW), 8 * MINUTE), to, to + 4 * MINUTE]);
  const all = [...each(SINCE, NOW, 30 * MINUTE), ...close, until].filter((at) => at <= until);
  return [...new Set(all.map(Math.floor))].sort((a, b) => a - b);
}

function creator([name, days, hour, hours, viewers, titles, on]: SchedulePrediction, place: number): WatchedThing {
  const roll = dice(40 + place);
  const { userId, handle } = cast.find((one) => one.name === name)!;
  const streams: [from: number, to: number][] = [];
  for (let day = Math.floor(SINCE / DAY) * DAY; day < NOW - 12 * HOUR; day += DAY) {
    const weekday = String((new Date(day).getUTCDay() + 6) % 7);
    const today = day > NOW - DAY;
    if (!days.includes(weekday) || roll() < 0.12 || (today && on !== undefined)) continue;
    const from = Math.floor(day + (hour + roll() * 0.7 - 0.2) * HOUR);
    streams.push([from, Math.floor(from + hours * (0.7 + 0.6 * roll()) * HOUR)]);
  }
  if (on !== undefined) streams.push(on > 0 ? [NOW - on * MINUTE, Infinity] : [NOW - 85 * MINUTE, NOW + on * MINUTE]);
  const until = name === UNREADABLE ? NOW - 9 * HOUR : name === PAUSED ? NOW - 3 * DAY : NOW;
  const polls = instants(streams, until).map((at): Poll => {
    const now = streams.findIndex(([from, to]) => at >= from && at < to);
    if (now === -1) return { at, view: { verdict: "off", room: null } };
    const started = (at - streams[now]![0]) / HOUR;
    const grown = 1 + (0.35 * (at - SINCE)) / (NOW - SINCE);
    const risen = 1 - 0.75 * Math.exp(-1.6 * started);
    const info = {
      title: titles[now % titles.length]!,
      viewers: Math.round(viewers * grown * risen * (0.94 + 0.12 * roll())),
      handle,
      name,
    };
    return { at, view: { verdict: "on", room: `71${place}${now}`, told: { info, handle } } };
  });
  const watchlist = place < FAVOURITES ? "favourites" : "others";
  return { body: { kind: "live", name, params: { userId, handle }, watchlist, enabled: name !== PAUSED }, polls };
}

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
const otherThings = (): WatchedThing[] => [...places.map(ranking), hashtags(), shop()];

/** All that is watched. */
export const things = (): WatchedThing[] => [...predictions.map(creator), ...otherThings()];

/** What a kind made of these polls: what is remembered, what happened, and the points of its series. */
export function evaluated(targetId: string, { body, polls }: WatchedThing) {
  const kind = targetKinds[body.kind]!;
  const settings = kind.settings().parse({});
  const events: Event[] = [];
  const points: [at: number, values: Record<string, number>][] = [];
  let state: unknown = null;
  let lastOkAt: number | null = null;
  const { name, params } = body;
  const eventOf = ({ type, key, occurredAt, window, data, follows }: Change, at: number): Event => ({
    id: eventId(targetId, type, key),
    type,
    targetId,
    watchlistId: null,
    target: { name, kind: body.kind, params },
    occurredAt,
    detectedAt: at,
    window,
    data,
    follows:
      follows === undefined
        ? null
        : { eventId: eventId(targetId, follows.type, follows.key), detectedAt: follows.detectedAt },
  });
  for (const { at, view } of polls) {
    const provided = {
      targetId,
      params,
      settings,
      announceInitial: false,
      before: state,
      view,
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    };
    const { state: next, changes, samples } = kind.judge(provided);
    events.push(...changes.map((change) => eventOf(change, at)));
    if (samples !== undefined) points.push([at, samples]);
    [state, lastOkAt] = [next, at];
  }
  return { state, events, points, lastOkAt, onAir: state !== null && isLive(kind, state) };
}
