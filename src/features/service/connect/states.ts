import { isObject, type Json } from "../../../core/json.ts";
import { roleByName } from "./example-address.ts";
import { isEndAlone, leavesOf, nameOf, plain, type Leaf } from "./leaves.ts";

export const LIVE_NAME =
  /(^|_)(is_?)?(a?live|on_?air|online|showing|streaming|broadcasting|living|active|running|on)($|_)/;
export const STATE_NAME = /(^|_)(status|state|phase|mode|verdict|presence|live_?status)$|(^|_)st$/;

/** Names of flags whose yes means offline, such as `offline: false`. */
const NEGATIVE_NAME = /(^|_)(is_?)?(not|off_?line|off|ended?|finished|stopped|closed|idle|inactive)($|_)/;

/** Names of counts, names, dates and addresses, whose values differ each time. */
export const OTHER_NAME =
  /title|name|nick|count|viewer|audience|num$|total|cover|avatar|url|time|date|_at$|(^|_)id$|_id_|ts$|token|log|version/;

const FAILURE_NAME = /(^|_)(errors?|err_?msg|message|msg|reason|detail)$/;

const ON_WORD =
  /^(a?live|on|on[ _-]?air|online|stream(ing)?|started|active|open|yes|true|y|up|playing|broadcasting|showing|1)$/i;
const OFF_WORD =
  /^(offline|off|ended?|finish(ed)?|stopped|closed|idle|away|none|inactive|no|false|n|down|not[ _-]?(live|streaming)|0)$/i;
const STATE_WORD = new RegExp(`${ON_WORD.source}|${OFF_WORD.source}|^paused?$|^\\d$`, "i");

const LARGEST_STATE = 20;

/**
 * Reports whether a value is one of a few, such as `live`, `true` or 2, so that it will be the same for the next
 * stream.
 */
const isState = (value: Json | undefined): boolean =>
  typeof value === "boolean" ||
  (typeof value === "string" && STATE_WORD.test(value.trim())) ||
  (typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= LARGEST_STATE);

/** A short word in any language. */
const isWord = (value: Json | undefined): boolean => typeof value === "string" && /^[\p{L}_-]{2,20}$/u.test(value);

/** Two different words of unknown meaning. They may be states, unless their name says that they are a name or topic. */
export const areUnknownWords = ({ value, other, ...place }: Leaf): boolean =>
  isWord(value) &&
  isWord(other) &&
  value !== other &&
  !(isState(value) && isState(other)) &&
  !/topic|subject|caption|headline/.test(nameOf(place)) &&
  roleByName(nameOf(place)) === null;

/** Reports whether a value counts as missing: `"on": "present"` reads it as offline. */
export const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  ["", 0, "0", false].includes(value as string) ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

/**
 * How a leaf separates live from offline. `value`: it is a state, or a word, in both answers. `present`: it exists only for the
 * live creator. `absent`: it is the time of an end, which only the offline creator has. `newer`: it is the time of a
 * start beside that of an end. null: it differs each time, or it is an error message.
 */
export function ruleOf(leaf: Leaf): "value" | "present" | "absent" | "newer" | null {
  const name = nameOf(leaf);
  if (saysFailure(leaf)) return null;
  if (isEndAlone(leaf)) return "absent";
  if (leaf.end !== undefined) return "newer";
  const { value, other } = leaf;
  // A number without a counterpart may be a state or a count. Only its name can show which.
  const isCount = typeof value === "number" && isNothing(other) && (value !== 1 || other !== 0);
  const counts = (OTHER_NAME.test(name) && typeof value !== "boolean") || (isCount && !STATE_NAME.test(name));
  const isKnown = (one: Json | undefined) => isState(one) || (STATE_NAME.test(name) && isWord(one));
  if (!counts && isKnown(value) && (isKnown(other) || isNothing(other))) return "value";
  if (!counts && areUnknownWords(leaf)) return "value";
  return !isNothing(value) && isNothing(other) ? "present" : null;
}

/** Reports whether a leaf is a message about the call itself. */
export const saysFailure = (leaf: Pick<Leaf, "keys">): boolean => FAILURE_NAME.test(nameOf(leaf));

const isFlag = (value: Json | undefined): boolean =>
  typeof value === "boolean" ||
  value === 0 ||
  value === 1 ||
  (typeof value === "string" && /^(y|n|yes|no|true|false|[01])$/i.test(value));

/** A word that is only used for streams. "yes" and "off" may be about anything. */
const isBroadcastWord = (value: Json | undefined): boolean =>
  typeof value === "string" && isState(value) && /live|air|line|stream|broadcast|showing|playing/i.test(value);

/**
 * Reports whether names or words make it clear that a leaf separates live from offline. Otherwise it may be any
 * difference between two creators, such as `verified` or `level`, and a person must confirm it.
 */
export function isClear(leaf: Leaf): boolean {
  const { value, other, keys } = leaf;
  const name = nameOf(leaf);
  if (ruleOf(leaf) === "value") {
    if (looksLike(value, leaf) !== "on" && looksLike(other, leaf) === "on") return false;
    if (STATE_NAME.test(name)) return true;
    if (isBroadcastWord(value) || isBroadcastWord(other)) return true;
    return (LIVE_NAME.test(name) || NEGATIVE_NAME.test(name)) && isFlag(value) && (isFlag(other) || isNothing(other));
  }
  if (ruleOf(leaf) !== "present") return true;
  return BROADCAST_NAME.test(name) || keys.some((key) => WITHIN_BROADCAST.test(plain(key)));
}

const WITHIN_BROADCAST = /live|stream|broadcast|room|online|(^|_)(start(ed)?|began|since)(_|$)/;

type Looks = "on" | "off" | null;

/** What a value looks like to someone who knows the words. */
function looksLike(value: Json | undefined, leaf: Leaf): Looks {
  const text = typeof value === "object" ? "" : String(value).trim();
  const name = nameOf(leaf);
  const isNamed = LIVE_NAME.test(name) || (STATE_NAME.test(name) && !/^\d$/.test(text));
  if (NEGATIVE_NAME.test(name) || !(isNamed || isBroadcastWord(leaf.value) || isBroadcastWord(leaf.other))) return null;
  return ON_WORD.test(text) ? "on" : OFF_WORD.test(text) ? "off" : null;
}

/** Reports whether the live creator looks offline and the other one live. */
export const isSwapped = (leaf: Leaf): boolean =>
  isEnd(leaf) || (looksLike(leaf.value, leaf) === "off" && looksLike(leaf.other, leaf) === "on");

/** The time of an end that only the live creator has. */
const isEnd = ({ value, other, ...place }: Leaf): boolean =>
  isEndAlone({ ...place, value: null, other: value }) && isNothing(other);

/** Names of values that only streams have. */
const BROADCAST_NAME = /title|headline|viewer|audience|cover|(^|_)(room|live|stream|broadcast)_?id(_str)?$/;

/** True if known words say that the live creator is live and the offline one is not. */
const isAsNamed = (leaf: Leaf): boolean =>
  looksLike(leaf.value, leaf) === "on" && looksLike(leaf.other, leaf) === "off";

/** As many values that only one answer has are no coincidence. */
const MANY_ALONE = 2;

/** True if only the offline answer has what a stream has, or it has several values that the live answer lacks. */
export function isReversed(live: Json, off: Json): boolean {
  const alone = (one: Json, other: Json) =>
    leavesOf(one, other).filter((leaf) => !isNothing(leaf.value) && isNothing(leaf.other) && !isEnd(leaf));
  const [ofLive, ofOff] = [alone(live, off), alone(off, live)];
  const broadcasts = (leaves: Leaf[]) => leaves.some((leaf) => BROADCAST_NAME.test(nameOf(leaf)));
  if (broadcasts(ofOff) && !broadcasts(ofLive)) return true;
  return ofLive.length === 0 && ofOff.length >= MANY_ALONE && !leavesOf(live, off).some(isAsNamed);
}

/** What both answers look like if they agree; null if they contain no known word. */
export function bothLook(leaves: Leaf[]): Looks {
  const alike = leaves.filter(({ value, other }) => value === other);
  return alike.map((leaf) => looksLike(leaf.value, leaf)).find((one) => one !== null) ?? null;
}

const NOBODY = /not.{0,3}found|unknown|no such|does(n.?t| not) exist|invalid (user|name|handle|account)/i;
const LONGEST_REPORTED = 200;

/** The message with which an answer says that the creator is unknown; null if there is none. */
export function saysNobody(answer: Json): string | null {
  const found = leavesOf(answer, undefined).find(
    (leaf) => saysFailure(leaf) && typeof leaf.value === "string" && NOBODY.test(leaf.value),
  );
  return found === undefined ? null : String(found.value).slice(0, LONGEST_REPORTED).toWellFormed();
}
