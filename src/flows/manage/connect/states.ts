import { isObject, type Json } from "../../../core/json.ts";
import { leavesOf, type Leaf } from "./leaves.ts";

/** A key as it is compared: words joined by "_", lower case. */
export const plain = (key: string): string =>
  key
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");

/** The last key on the way to a value that is no place in a list. */
export const nameOf = ({ keys }: Pick<Leaf, "keys">): string => plain(keys.findLast((key) => !/^\d+$/.test(key)) ?? "");

export const LIVE_NAME =
  /(^|_)(is_?)?(a?live|on_?air|online|showing|streaming|broadcasting|living|active|running|on)($|_)/;
export const STATE_NAME = /(^|_)(status|state|phase|mode|verdict|live_?status)$|(^|_)st$/;

/** What is a yes where it says no: `offline: false`. */
const NEGATIVE_NAME = /(^|_)(is_?)?(not|off_?line|off|ended?|finished|stopped|closed|idle|inactive)($|_)/;

/** What counts, names, dates or points somewhere: its value is another one each time. */
export const OTHER_NAME =
  /title|name|nick|count|viewer|audience|num$|total|cover|avatar|url|time|date|_at$|(^|_)id$|_id_|ts$|token|log|version/;

const FAILURE_NAME = /(^|_)(errors?|err_?msg|message|msg|reason|detail)$/;

const ON_WORD =
  /^(a?live|on|on[ _-]?air|online|stream(ing)?|started|active|open|yes|true|y|up|playing|broadcasting|showing|1)$/i;
const OFF_WORD =
  /^(offline|off|ended?|finish(ed)?|stopped|closed|idle|none|inactive|no|false|n|down|not[ _-]?(live|streaming)|0)$/i;
const STATE_WORD = new RegExp(`${ON_WORD.source}|${OFF_WORD.source}|^paused?$|^\\d$`, "i");

const LARGEST_STATE = 20;

/** True for a value that is one of few, such as `live`, `true` or 2: what it says is the same in the next broadcast. */
const isState = (value: Json | undefined): boolean =>
  typeof value === "boolean" ||
  (typeof value === "string" && STATE_WORD.test(value.trim())) ||
  (typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= LARGEST_STATE);

/** A short word, in whatever language. */
const isWord = (value: Json | undefined): boolean => typeof value === "string" && /^[\p{L}_-]{2,20}$/u.test(value);

/** True for what is nothing: `"on": "present"` reads it as offline. */
export const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  ["", 0, "0", false].includes(value as string) ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

/**
 * How a value can tell live from offline. `value`: it is a state in both answers. `present`: it is there for who is live and
 * nothing for who is not. null: it is another one each time, or says what went wrong.
 */
export function ruleOf(leaf: Leaf): "value" | "present" | null {
  const name = nameOf(leaf);
  if (saysFailure(leaf)) return null;
  const { value, other } = leaf;
  // A number beside nothing may be a state or a count, if nothing calls it a state.
  const isCount = typeof value === "number" && isNothing(other) && (value !== 1 || other !== 0);
  const counts = (OTHER_NAME.test(name) && typeof value !== "boolean") || (isCount && !STATE_NAME.test(name));
  const isKnown = (one: Json | undefined) => isState(one) || (STATE_NAME.test(name) && isWord(one));
  if (!counts && isKnown(value) && (isKnown(other) || isNothing(other))) return "value";
  return !isNothing(value) && isNothing(other) ? "present" : null;
}

/** True for what says in words how a call went. */
export const saysFailure = (leaf: Pick<Leaf, "keys">): boolean => FAILURE_NAME.test(nameOf(leaf));

const isFlag = (value: Json | undefined): boolean => typeof value === "boolean" || value === 0 || value === 1;

/** A word of broadcasts alone: "yes" and "off" may be about anything. */
const isBroadcastWord = (value: Json | undefined): boolean =>
  typeof value === "string" && isState(value) && /live|air|line|stream|broadcast|showing|playing/i.test(value);

/**
 * True where names or words make it clear that a value tells live from offline. Without that it may be anything in which two
 * creators differ, such as `verified` or `level`, and a person has to say so.
 */
export function isClear(leaf: Leaf): boolean {
  const { value, other, keys } = leaf;
  const name = nameOf(leaf);
  if (ruleOf(leaf) === "value") {
    if (STATE_NAME.test(name)) return true;
    if (isBroadcastWord(value) || isBroadcastWord(other)) return true;
    return (LIVE_NAME.test(name) || NEGATIVE_NAME.test(name)) && isFlag(value) && (isFlag(other) || isNothing(other));
  }
  return BROADCAST_NAME.test(name) || keys.some((key) => WITHIN_BROADCAST.test(plain(key)));
}

const WITHIN_BROADCAST = /live|stream|broadcast|room|online|(^|_)(start(ed)?|began|since)(_|$)/;

type Looks = "on" | "off" | null;

/** What a value of a leaf looks like to a reader who knows the words. */
function looksLike(value: Json | undefined, leaf: Leaf): Looks {
  const text = typeof value === "object" ? "" : String(value).trim();
  const name = nameOf(leaf);
  const isNamed = LIVE_NAME.test(name) || (STATE_NAME.test(name) && !/^\d$/.test(text));
  if (NEGATIVE_NAME.test(name) || !(isNamed || isBroadcastWord(leaf.value) || isBroadcastWord(leaf.other))) return null;
  return ON_WORD.test(text) ? "on" : OFF_WORD.test(text) ? "off" : null;
}

/** True where who is live looks offline and the other one looks live. */
export const isSwapped = (leaf: Leaf): boolean =>
  looksLike(leaf.value, leaf) === "off" && looksLike(leaf.other, leaf) === "on";

/** What a broadcast has and nobody who is offline. */
const BROADCAST_NAME = /title|headline|viewer|audience|cover|(^|_)(room|live|stream|broadcast)_?id(_str)?$/;

/** The same where only the other one has what a broadcast has. */
export function isReversed(live: Json, off: Json): boolean {
  const only = (one: Json, other: Json) =>
    leavesOf(one, other).some(
      (leaf) => BROADCAST_NAME.test(nameOf(leaf)) && !isNothing(leaf.value) && isNothing(leaf.other),
    );
  return only(off, live) && !only(live, off);
}

/** What both answers look like where they say the same; null where nothing in them is a known word. */
export function bothLook(leaves: Leaf[]): Looks {
  const alike = leaves.filter(({ value, other }) => value === other);
  return alike.map((leaf) => looksLike(leaf.value, leaf)).find((one) => one !== null) ?? null;
}

const NOBODY = /not.{0,3}found|unknown|no such|does(n.?t| not) exist|invalid (user|name|handle|account)/i;
const LONGEST_SAID = 200;

/** The words by which an answer says that it knows no such person; null where it says nothing of that kind. */
export function saysNobody(answer: Json): string | null {
  const found = leavesOf(answer, undefined).find(
    (leaf) => saysFailure(leaf) && typeof leaf.value === "string" && NOBODY.test(leaf.value),
  );
  return found === undefined ? null : String(found.value).slice(0, LONGEST_SAID).toWellFormed();
}
