import { constructFromEvents, CORE_SCHEMA, parseEvents, YAMLException, type Event } from "js-yaml";
import type { Json } from "../../core/json.ts";
import { Problem } from "../../http/problem.ts";
import { vet } from "./yaml-events.ts";

/** Limits on depth and nodes, aliases included. No configuration exceeds them. */
const DEEPEST = 32;
const MAX_NODES = 500_000;

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
