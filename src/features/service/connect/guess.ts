import { differs, isScalar, leavesOf, nameOf, plain, type Leaf } from "./leaves.ts";
import { digitsOf, type Person } from "./person.ts";
import {
  areUnknownWords,
  isClear,
  isSwapped,
  LIVE_NAME,
  OTHER_NAME,
  ruleOf,
  saysFailure,
  STATE_NAME,
} from "./states.ts";
import type { Json } from "../../../core/json.ts";
import { pattern } from "../../../core/lazy.ts";

/** How much two states look like yes and no. */
function byStates(leaf: Leaf): number {
  const { value, other } = leaf;
  if (areUnknownWords(leaf) && !isClear(leaf)) return 5;
  if (typeof value === "boolean") return typeof other === "boolean" ? 50 : 25;
  if (typeof value === "string") return typeof other === "string" ? 45 : 15;
  if (typeof other !== "number") return 10;
  return [0, 1].includes(Number(value)) && [0, 1].includes(other) ? 45 : 20;
}

/**
 * Scores how well the presence of a value separates live from offline creators. A count may be 0 for a live creator.
 */
function byPresence(leaf: Leaf): number {
  const name = nameOf(leaf);
  if (ROOM_NAME.test(name)) return 40;
  if (/(^|_)id(_str)?$/.test(name)) return 25;
  if (typeof leaf.value === "number" || COUNT_NAME.test(name)) return /time|date|_at$|ts$/.test(name) ? 10 : -30;
  return 15;
}

const COUNT_NAME = /count|viewer|audience|num$|total|watching|popular/;
const ROOM_NAME = /(^|_)(room|live|stream|broadcast|session)_?id(_str)?$/;

/** Reports whether a value only repeats who was asked for. */
export function namesThem({ value, other }: Leaf, people: Person[]): boolean {
  const is = (reported: Json | undefined, { params }: Person) =>
    reported !== undefined &&
    reported !== null &&
    isScalar(reported) &&
    Object.values(params).some((id) => id.toLowerCase() === String(reported).replace(/^@/, "").toLowerCase());
  return typeof value !== "boolean" && is(value, people[0]!) && (other === undefined || is(other, people[1]!));
}

/** How likely a value is the verdict, by its name, by both values, and by whether it identifies a creator. */
function likelihood(leaf: Leaf, people: Person[]): number {
  const name = nameOf(leaf);
  const known = people.some(({ params }) => Object.values(params).some((id) => id === String(leaf.value)));
  const rule = ruleOf(leaf);
  // A start that is newer than the end says more than the lack of an end: who never streamed has neither.
  if (rule === "newer" || rule === "absent") return (rule === "newer" ? 45 : 35) - leaf.keys.length;
  const own =
    rule === "value"
      ? byStates(leaf) +
        (LIVE_NAME.test(name) ? 40 : STATE_NAME.test(name) ? 30 : OTHER_NAME.test(name) ? -25 : 0) -
        (leaf.other === undefined || leaf.other === null ? 5 : 0)
      : byPresence(leaf);
  return own - (known ? 80 : 0) - leaf.keys.length;
}

export interface Candidate {
  leaf: Leaf;
  /** How likely it is the verdict; only for comparison. */
  worth: number;
}

/** Values that may be the verdict, the likeliest first. */
export function candidates(leaves: Leaf[], people: Person[]): Candidate[] {
  return leaves
    .filter((leaf) => differs(leaf) && ruleOf(leaf) !== null && !isSwapped(leaf) && !namesThem(leaf, people))
    .map((leaf, place) => ({ leaf, place, worth: likelihood(leaf, people) }))
    .sort((a, b) => b.worth - a.worth || a.place - b.place);
}

/** Further fields for messages, in order of priority. */
export const FIELDS = ["title", "viewers", "cover", "avatar", "name"] as const;

export type FieldName = (typeof FIELDS)[number];

const severalWords = pattern(String.raw`\p{L}.*\s.*\p{L}`, "u");

const text = (value: unknown): boolean => typeof value === "string" && value.trim() !== "" && digitsOf(value) === null;
const count = (value: unknown): boolean =>
  (typeof value === "number" && Number.isInteger(value) && value >= 0) ||
  (typeof value === "string" && /^\d{1,12}$/.test(value));
const address = (value: unknown): boolean => typeof value === "string" && /^https?:\/\/\S+$/.test(value);

const HINTS: Record<
  FieldName,
  { fits: (value: unknown) => boolean; called: RegExp[]; within?: RegExp; while?: (leaf: Leaf) => boolean }
> = {
  title: {
    fits: text,
    called: [/title|headline/, /topic|subject|caption/],
    while: ({ value }) => severalWords().test(String(value)),
  },
  viewers: {
    fits: count,
    called: [
      /viewer|audience|watching|spectator/,
      /^(user|online|member|popular\w*|hot|current)_?(count|num)?s?$|^people/,
    ],
    while: ({ value }) => typeof value === "number" && value > 20 && value < 1e8,
  },
  cover: {
    fits: address,
    called: [/cover|thumb|poster|preview|snapshot/],
    within: /cover|thumb|poster|preview|snapshot/,
  },
  avatar: {
    fits: address,
    called: [/avatar|portrait|profile_?(pic|img|image)|head_?(img|pic|url)|face/],
    within: /avatar|portrait/,
  },
  name: {
    fits: text,
    called: [/nick|^display$|display_?name|screen_?name|full_?name/, /^(user_?|anchor_?|owner_?|author_?)?name$/],
  },
};

/** Reports whether a value exists only for the live creator. */
const isLost = ({ other }: Leaf): boolean => [undefined, null, "", 0, "0"].includes(other as string | undefined);

const isFitting = (name: FieldName, value: unknown): boolean => HINTS[name].fits(value);

/** Guesses the pointers of these fields in an answer. */
export function guessedFields(leaves: Leaf[]): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {};
  for (const name of FIELDS) {
    const { called: patterns, within } = HINTS[name];
    const fitting = leaves.filter((leaf) => isFitting(name, leaf.value) && !saysFailure(leaf));
    const leaf =
      patterns.flatMap((pattern) => fitting.filter((one) => pattern.test(nameOf(one))))[0] ??
      fitting.find(({ keys }) => within !== undefined && keys.some((key) => within.test(plain(key)))) ??
      fitting.find((one) => HINTS[name].while?.(one) === true && isLost(one));
    if (leaf !== undefined) found[name] = leaf.pointer;
  }
  return found;
}

/** Guesses where an answer has the numeric id of the stream; prefers text to numbers. Null for nowhere. */
export function guessedRoom(leaves: Leaf[], people: Person[]): Leaf | null {
  const own = new Set(people.map(({ params }) => digitsOf(params.userId)));
  const fits = leaves.filter(({ value, keys }) => {
    const id = digitsOf(value);
    if (id === null || own.has(id)) return false;
    const [key = "", above = ""] = keys
      .filter((one) => !/^\d+$/.test(one))
      .map(plain)
      .slice(-2)
      .toReversed();
    return ROOM_NAME.test(key) || (/^id(_str)?$/.test(key) && /room|live|stream|broadcast/.test(above));
  });
  return fits.find(({ value }) => typeof value === "string") ?? fits[0] ?? null;
}

const ID_NAME = /(^|_)(user|anchor|author|creator|owner|host|streamer|account|member)?_?u?id(_str)?$/;

/** Guesses where an answer has the user id of the creator; null for nowhere. */
export function guessedUserId(answer: Json, somebody: Person): string | null {
  const fits = leavesOf(answer, undefined).filter(
    (leaf) => digitsOf(leaf.value) !== null && ID_NAME.test(nameOf(leaf)) && !ROOM_NAME.test(nameOf(leaf)),
  );
  const worth = ({ keys, value }: Leaf): number => {
    const name = plain(keys.at(-1) ?? "");
    const whole = plain(keys.slice(-2).join("_"));
    return (
      (/user|uid|anchor|author|creator|owner|host|streamer/.test(whole) ? 20 : 0) +
      (name.endsWith("str") ? 3 : 0) +
      (String(value).length >= 4 ? 2 : 0) -
      (/room|live_|stream_|log|request/.test(whole) ? 30 : 0) -
      keys.length
    );
  };
  const own = digitsOf(somebody.params.userId);
  const same = own === null ? undefined : fits.find(({ value }) => digitsOf(value) === own);
  return (same ?? fits.toSorted((a, b) => worth(b) - worth(a))[0])?.pointer ?? null;
}
