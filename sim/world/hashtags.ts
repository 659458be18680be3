import { dayMs, hourMs, minuteMs } from "./durations.ts";
import type { World } from "./world.ts";

/** A hashtag as currently found by a search. */
export interface Hashtag {
  cid: string;
  name: string;
  views: number;
  uses: number;
  exact: boolean;
}

const endings = [
  "tok",
  "life",
  "challenge",
  "daily",
  "lover",
  "tips",
  "fyp",
  "2026",
  "girl",
  "vibes",
  "art",
  "diy",
  "asmr",
];
const beginnings = ["my", "the", "best", "daily", "love", "real", "viral", "mini", "your", "top", "just"];
const epochAt = Date.UTC(2026, 0, 1);
const maxViews = 700_000_000_000;
const newcomers: ReadonlyMap<number, number> = new Map([
  [3, 14 * minuteMs],
  [6, 50 * minuteMs],
  [11, 5 * hourMs],
  [17, 2 * dayMs],
]);

/** Returns the results of a hashtag search by position; undefined for a position that is currently empty. */
export function hashtagsOf(world: World, keyword: string, region: string): (Hashtag | undefined)[] {
  const word = fold(keyword);
  if (word === "") return [];
  const size = world.dice.int(`tags/${word}`, 14, 46);
  return Array.from({ length: size }, (_none, place) => {
    const cycleMs = newcomers.get(place);
    return cycleMs ? newcomer(world, word, place, cycleMs) : settled(world, word, region, place);
  });
}

/** Normalizes a keyword or hashtag: ignores case, '#', spaces and punctuation. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]/gu, "");
}

function settled(world: World, word: string, region: string, place: number): Hashtag | undefined {
  const { dice } = world;
  const key = `${word}/${place}`;
  if (place > 0 && dice.happens(`unsafe/${region}/${key}`, 0.06)) return undefined;
  const ceiling = place === 0 ? 11.84 : 11 - place * 0.13;
  const start = 10 ** (ceiling - dice.roll(`size/${key}`) * 1.6);
  const days = (world.now() - epochAt) / dayMs + dice.roll(`phase/${key}`) * 9;
  const surges = place % 5 === 2 ? stair(days / 9) * 0.3 : 0;
  const growth = 1 + days * 0.0004 * (0.2 + dice.roll(`pace/${key}`)) + surges;
  return tag(world, word, place, key, nameAt(world, word, place), Math.min(maxViews, start * growth));
}

function newcomer(world: World, word: string, place: number, cycleMs: number): Hashtag | undefined {
  const phase = world.dice.roll(`arrival/${word}/${place}`) * cycleMs;
  const turn = Math.floor((world.now() + phase) / cycleMs);
  const age = (world.now() + phase) / cycleMs - turn;
  if (age > 0.75) return undefined;
  const key = `${word}/${place}/${turn}`;
  const views = 10 ** (3 + world.dice.roll(`birth/${key}`)) * 10 ** (age * 5);
  return tag(world, word, place, key, `${nameAt(world, word, place)}${turn % 1000}`, views);
}

function tag(world: World, word: string, place: number, key: string, name: string, views: number): Hashtag {
  const cid = world.dice.digits(`cid/${key}`, place === 0 ? "" : "16", place === 0 ? 8 : 16).replace(/^0/, "3");
  const uses = Math.floor(views / world.dice.int(`uses/${key}`, 900, 12_000));
  return { cid, name, views: Math.floor(views), uses, exact: fold(name) === word };
}

function nameAt(world: World, word: string, place: number): string {
  if (place === 0) return word;
  const ending = endings[place % endings.length] as string;
  const beginning = beginnings[Math.floor(place / 2) % beginnings.length] as string;
  if (place % 3 === 1) return `${word}${ending}`;
  return place % 3 === 2 ? `${beginning}${word}` : `${beginning}${word}${ending}`;
}

function stair(position: number): number {
  const step = Math.floor(position);
  return step + (position - step) ** 12;
}
