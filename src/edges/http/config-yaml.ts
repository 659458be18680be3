import { constructFromEvents, CORE_SCHEMA, parseEvents, YAMLException, type Event } from "js-yaml";
import type { Json } from "../../core/json.ts";
import { Problem } from "./problem.ts";
import { vet } from "./yaml-events.ts";

/** YAML that goes deeper, or grows larger by itself or by its aliases, is no configuration. */
const DEEPEST = 32;
const MAX_NODES = 500_000;

/** The one document of a YAML 1.2 text (core schema, no tags of one's own), as JSON. Throws the 400 Problem. */
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

/** What a value, a key, a tag or an anchor begins or ends with: in an empty line nothing does. */
const MARKS = /[,:[\]{}?!&]|(?:^|\n)[ \t]*[^\s#]/g;

/** Where a text has more marks than values that are taken, before anybody reads them; null where it has not. */
function tooManyAt(text: string, max: number): number | null {
  let count = 0;
  MARKS.lastIndex = 0;
  for (let found = MARKS.exec(text); found !== null; found = MARKS.exec(text)) if (++count > max) return found.index;
  return null;
}
