import { measuredSections } from "../../src/sections/registry.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { dice } from "../support/mutations.ts";
import { liveHistory, polledHistory, watched, type Poll, type Session } from "./watched-past.ts";

type Roll = () => number;

const HOUR = 3_600_000;

/** Names as people give them, and as they should not. */
const NAMES = [
  "Maria",
  "Zoë",
  "李娜",
  "مريم",
  "<b>&amp;",
  "A\nB",
  "🎉🎉",
  "=1+1",
  "`*_~",
  "x".repeat(3000),
  "\u202eevil",
];

const among = <T>(roll: Roll, all: readonly T[]): T => all[Math.floor(roll() * all.length)]!;

/** Pasts of that many targets of a section, always the same ones of a seed. Cheap enough for thousands. */
export function generatedHistories(name: string, count: number, seed: number, frame: Frame): Past[] {
  return Array.from({ length: count }, (_, index) => {
    const roll = dice(seed * 1_000_003 + index);
    const length = frame.to - frame.from;
    const createdAt = roll() < 0.8 ? frame.from - 5 * length : frame.from + Math.floor(roll() * length);
    const id = `tgt_${String(index).padStart(6, "0")}`;
    const target = watched(id, createdAt, `${among(roll, NAMES)} ${Math.floor(roll() * count)}`, { region: "US" });
    return MAKERS[name]!(frame, target, roll);
  });
}

const MAKERS: Record<string, (frame: Frame, target: Past["target"], roll: Roll) => Past> = {
  lives: (frame, target, roll) =>
    liveHistory(measuredSections["lives"]!, frame, target, sessionsIn(frame, target, roll), frame.to),
  rankings: (frame, target, roll) =>
    polledHistory(measuredSections["rankings"]!, frame, target, pollsIn(frame, target, 20, rankingViews(roll))),
  hashtags: (frame, target, roll) =>
    polledHistory(measuredSections["hashtags"]!, frame, target, pollsIn(frame, target, 30, hashtagViews(roll))),
  products: (frame, target, roll) =>
    polledHistory(measuredSections["products"]!, frame, target, pollsIn(frame, target, 20, productViews(roll))),
  lists: (frame, target, roll) =>
    polledHistory(measuredSections["lists"]!, frame, target, pollsIn(frame, target, 20, listViews(roll)), {
      confirmGone: 1,
      watch: [{ field: "plays", above: 5000, surgePercent: 20 }],
    }),
  records: (frame, target, roll) =>
    polledHistory(measuredSections["records"]!, frame, target, pollsIn(frame, target, 30, recordViews(roll)), {
      watch: [{ field: "followers" }],
    }),
};

function sessionsIn({ from, to }: Frame, { createdAt }: Past["target"], roll: Roll): Session[] {
  const sessions: Session[] = [];
  if (roll() < 0.3) return sessions;
  const begin = Math.max(createdAt, from - 5 * (to - from));
  for (let at = begin + roll() * 48 * HOUR; at < to; at += (6 + roll() * 40) * HOUR) {
    const end = at + (0.2 + roll() * 5) * HOUR;
    sessions.push([Math.floor(at), Math.floor(end)]);
    at = end;
  }
  return sessions;
}

function pollsIn(
  { from, to }: Frame,
  { createdAt }: Past["target"],
  count: number,
  view: (at: number, index: number) => unknown,
): Poll[] {
  const begin = Math.max(createdAt, from - 5 * (to - from));
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor(begin + ((to - begin) * index) / (count - 1));
    return { at, view: view(at, index) };
  });
}

function rankingViews(roll: Roll) {
  // Some hardly move: then the best place, the first and the last are one.
  const place = [1 + Math.floor(roll() * 90), 1 + Math.floor(roll() * 90)];
  const step = among(roll, [0, 1, 10]);
  return (at: number) => ({
    standings: [0, 1].map((ranking) => {
      place[ranking] = Math.max(1, place[ranking]! + Math.floor(roll() * (2 * step + 1)) - step);
      const onRank = roll() < 0.9;
      const week = 168 * HOUR;
      return {
        groupType: 1,
        rankType: ranking,
        title: ranking === 0 ? "Hourly Ranking" : among(roll, ["Weekly Ranking", "Wochenrangliste"]),
        onRank,
        place: onRank ? place[ranking] : null,
        resetAt: ranking === 0 ? null : (Math.floor(at / week) + 1) * week,
        classType: 100 * (1 + Math.floor(roll() * 3)),
        gap: null,
      };
    }),
  });
}

function hashtagViews(roll: Roll) {
  const tags = Array.from({ length: 20 }, () => ({
    cid: String(Math.floor(roll() * 5000)),
    name: `${among(roll, NAMES)}${Math.floor(roll() * 999)}`,
    // Some are so large that what they gain is no tenth of a percent, some stand still.
    views: Math.floor(10 ** (2 + roll() * 9)),
    pace: among(roll, [0, 1e-6, 0.02 * roll(), 0.02 * roll()]),
  }));
  return () => ({
    complete: roll() < 0.8,
    found: tags
      .filter(() => roll() < 0.95)
      .map((tag, index) => {
        tag.views = Math.floor(tag.views * (1 + tag.pace * (0.5 + roll())));
        return { cid: tag.cid, name: tag.name, views: tag.views, uses: null, position: index + 1 };
      }),
  });
}

function productViews(roll: Roll) {
  const all = Array.from({ length: 15 }, () => ({
    productId: String(Math.floor(roll() * 5000)),
    title: `${among(roll, NAMES)} ${Math.floor(roll() * 999)}`,
    price: 100 + Math.floor(roll() * 9900),
    sold: Math.floor(roll() * 10_000),
    look: {
      image: roll() < 0.8 ? `https://pictures.example.com/${Math.floor(roll() * 99)}.png` : null,
      shop: among(roll, [null, ...NAMES]),
      rating: roll() < 0.7 ? 1 + Math.floor(roll() * 40) / 10 : null,
      reviews: roll() < 0.9 ? Math.floor(roll() * 5000) : null,
    },
  }));
  return () => ({
    offered: all
      .filter(() => roll() < 0.95)
      .map((product) => {
        if (roll() < 0.03) product.price = Math.max(1, product.price - 1);
        if (roll() < 0.1) product.price = Math.max(1, Math.floor(product.price * (0.7 + roll() * 0.5)));
        product.sold += Math.floor(roll() * 50);
        const { productId, title, price, sold, look } = product;
        return { productId, title, price: String(price / 100), currency: "USD", sold, look };
      }),
  });
}

function listViews(roll: Roll) {
  const all = Array.from({ length: 20 }, () => ({
    id: String(Math.floor(roll() * 50_000)),
    title: among(roll, [null, ...NAMES]),
    plays: Math.floor(10 ** (1 + roll() * 5)),
    pace: among(roll, [0, 0.05 * roll(), 0.4 * roll()]),
    from: Math.floor(roll() * 30) - 10,
    until: among(roll, [99, 18]),
  }));
  return (_at: number, index: number) => ({
    complete: true,
    names: ["title", "plays"],
    items: all
      .filter(({ from, until }) => index >= from && index < until)
      .map((item) => {
        item.plays = Math.floor(item.plays * (1 + item.pace * (0.5 + roll())));
        const { id, title, plays } = item;
        return { id, fields: title === null ? { plays } : { title, plays } };
      }),
  });
}

function recordViews(roll: Roll) {
  const numbers = {
    followers: Math.floor(10 ** (1 + roll() * 6)),
    likeCount: Math.floor(10 ** (1 + roll() * 6)),
    balance: Math.floor(roll() * 200) - 100,
  };
  const pace = among(roll, [0, 1e-6, 0.02 * roll(), 0.2 * roll()]);
  return () => {
    numbers.followers = Math.floor(numbers.followers * (1 + pace * (0.5 + roll())));
    numbers.likeCount = Math.floor(numbers.likeCount * (0.97 + roll() * 0.06));
    numbers.balance += Math.floor(roll() * 21) - 10;
    const bio = among(roll, ["Say hi", "Say hi", "Say hi", ...NAMES]);
    return { names: ["followers", "likeCount", "balance", "bio"], fields: { ...numbers, bio } };
  };
}
