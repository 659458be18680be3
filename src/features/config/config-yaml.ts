import {
  constructFromEvents,
  CORE_SCHEMA,
  parseEvents,
  YAMLException,
  type Event,
  EVENT_ID,
  SCALAR_STYLE,
  getScalarValue,
} from "js-yaml";
import type { Json } from "../../core/json.ts";
import { Problem } from "../../http/problem.ts";

/** Limits on depth and nodes, aliases included. No configuration exceeds them. */
const DEEPEST = 32;
const MAX_NODES = 500_000;

interface Bounds {
  deepest: number;
  mostNodes: number;
}

/** What is invalid, and where in the text. */
interface Fault {
  offset: number;
  what: string;
}

/** Number of nodes and levels of a value. Aliases count as often as they are used. */
interface Measure {
  nodes: number;
  height: number;
}

interface Open extends Measure {
  anchor: string | null;
}

const CORE_TAG = /^!!(str|int|float|bool|null|map|seq)$/;
const NO_NUMBER = /^([-+]?\.inf|\.nan)$/i;
const LONGEST_NO_NUMBER = 5;

/**
 * Checks parsed YAML events before anything is built from them. It rejects multiple documents, custom tags, infinities
 * and NaN, unknown aliases, and more nodes or levels than `bounds`. Null if all is fine.
 */
function vet(text: string, events: Event[], bounds: Bounds): Fault | null {
  const open: Open[] = [];
  const anchors = new Map<string, Measure>();
  let documents = 0;
  let nodes = 0;
  const closed = ({ nodes: within, height, anchor }: Open) => {
    if (anchor !== null) anchors.set(anchor, { nodes: within, height });
    const parent = open.at(-1);
    if (parent === undefined) return;
    parent.nodes += within;
    parent.height = Math.max(parent.height, height + 1);
  };
  for (const event of events) {
    const offset = offsetOf(event);
    const refused = (what: string): Fault => ({ offset, what });
    if (event.type === EVENT_ID.DOCUMENT) {
      if (++documents > 1) return refused("there is more than one document");
      if (event.directives.some(({ kind }) => kind === "tag")) return refused("tags are not taken");
      open.push({ anchor: null, nodes: 0, height: 0 });
    } else if (event.type === EVENT_ID.POP) {
      closed(open.pop()!);
    } else if (event.type === EVENT_ID.ALIAS) {
      const name = text.slice(event.anchorStart, event.anchorEnd);
      const known = anchors.get(name);
      if (known === undefined) return refused(`*${name.slice(0, 100).toWellFormed()} has no anchor before it`);
      nodes += known.nodes;
      if (open.length + known.height > bounds.deepest) return refused("it is nested too deeply");
      closed({ ...known, anchor: null });
    } else {
      nodes += 1;
      if (event.tagStart >= 0 && !CORE_TAG.test(text.slice(event.tagStart, event.tagEnd)))
        return refused("tags are not taken");
      const anchor = event.anchorStart < 0 ? null : text.slice(event.anchorStart, event.anchorEnd);
      // The anchor is not complete yet. An alias to it from inside would be recursive.
      if (anchor !== null) anchors.delete(anchor);
      const own = { anchor, nodes: 1, height: 0 };
      if (event.type !== EVENT_ID.SCALAR) open.push(own);
      else if (isNoNumber(text, event)) return refused("infinities and NaN are not taken");
      else closed(own);
    }
    if (nodes > bounds.mostNodes) return refused("there are too many values");
  }
  return null;
}

function isNoNumber(text: string, event: Extract<Event, { style: unknown; valueStart: unknown }>): boolean {
  if (event.style !== SCALAR_STYLE.PLAIN && event.tagStart < 0) return false;
  if (event.valueEnd - event.valueStart > LONGEST_NO_NUMBER) return false;
  return NO_NUMBER.test(getScalarValue(text, event));
}

function offsetOf(event: Event): number {
  if ("valueStart" in event && event.valueStart >= 0) return event.valueStart;
  if ("start" in event) return event.start;
  return "anchorStart" in event ? Math.max(0, event.anchorStart) : 0;
}

/** Parses one YAML 1.2 document (core schema, no custom tags) to JSON. Throws the 400 Problem. */
export function parseYaml(text: string): Json {
  const refuse = (line: number, what: string): never => {
    throw new Problem(400, `The body is not YAML that is accepted here: line ${line}: ${what}.`);
  };
  const refuseAt = (offset: number, what: string) => refuse(text.slice(0, offset).split("\n").length, what);
  const crowded = tooManyAt(text, MAX_NODES);
  if (crowded !== null) refuseAt(crowded, "there are too many values");
  try {
    const events: Event[] = parseEvents(text, { maxDepth: DEEPEST + 1 });
    const fault = vet(text, events, { deepest: DEEPEST, mostNodes: MAX_NODES });
    if (fault !== null) refuseAt(fault.offset, fault.what);
    return (constructFromEvents(events, { source: text, schema: CORE_SCHEMA })[0] ?? null) as Json;
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    if (!(thrown instanceof YAMLException)) throw thrown;
    return refuse((thrown.mark?.line ?? 0) + 1, wordsOf(thrown.reason));
  }
}

const wordsOf = (reason: string): string =>
  reason.startsWith("nesting exceeded") ? "it is nested too deeply" : reason.slice(0, 200).toWellFormed();

/** Characters with which values, keys, tags and anchors begin or end. Empty lines have none. */
const MARKS = /[,:[\]{}?!&]|(?:^|\n)[ \t]*[^\s#]/g;

/** Where a text exceeds the number of marks that values allow; null if it does not. Runs before parsing. */
function tooManyAt(text: string, max: number): number | null {
  let count = 0;
  MARKS.lastIndex = 0;
  for (let found = MARKS.exec(text); found !== null; found = MARKS.exec(text)) if (++count > max) return found.index;
  return null;
}
