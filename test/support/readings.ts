import type { Fault } from "../../src/core/fault.ts";
import type { Json } from "../../src/core/json.ts";
import type { Horizon } from "../../src/core/knowledge.ts";
import type { Operation } from "../../src/core/operation.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { answerOf } from "../../src/engine/upstream/caller.ts";
import { operationsOf } from "../../src/engine/upstream/operations.ts";
import type { Answer, ReadContext, Call, Reading } from "../../src/kinds/kind.ts";
import type { PlacesAt } from "./report-world.ts";

/** A horizon before which nothing becomes unknown by itself: every target was polled just now. */
export const surelyKnown = (): Promise<Horizon> =>
  Promise.resolve({
    now: 0,
    turn: 0,
    lastProof: Number.MAX_SAFE_INTEGER,
    lastVerdict: Number.MAX_SAFE_INTEGER,
    refused: {},
    rests: new Set(),
  });

const DAY = 86_400_000;

const textOf = (places: PlacesAt[1]): string => JSON.stringify(Object.entries(places).toSorted());

/**
 * The points that good polls of a ranking store, all of the same places: of the first on a day (UTC), and of each change,
 * after that of the poll before it on the same day.
 */
export function sampledPlaces(polls: PlacesAt[]): PlacesAt[] {
  const points: PlacesAt[] = [];
  polls.forEach((poll, index) => {
    const before = polls[index - 1];
    const isFirst = before === undefined || Math.floor(before[0] / DAY) !== Math.floor(poll[0] / DAY);
    const isChange = before !== undefined && before[1] !== poll[1] && textOf(before[1]) !== textOf(poll[1]);
    if (isChange && !isFirst && points.at(-1) !== before) points.push(before);
    if (isFirst || isChange) points.push(poll);
  });
  return points;
}

/** A change at a poll; 0 is off the ranking. */
interface PlaceChange {
  poll: number;
  key: string;
  place: number;
}

/** As many polls as given, so far apart, of a creator whose places change like this. */
export function pollsOfPlaces(from: number, everyMs: number, count: number, changes: PlaceChange[]): PlacesAt[] {
  const at = Map.groupBy(changes, ({ poll }) => poll);
  let places: PlacesAt[1] = {};
  return Array.from({ length: count }, (_, index): PlacesAt => {
    for (const { key, place } of at.get(index) ?? []) {
      const { [key]: _before, ...rest } = places;
      places = place === 0 ? rest : { ...rest, [key]: place };
    }
    return [from + index * everyMs, places];
  });
}

/** An operation with default configuration, where only its name matters. */
export const plainOperation = (name: string): Operation => ({
  name,
  method: "GET",
  decode: [],
  path: "/",
  query: {},
  body: {},
  enveloped: true,
  reading: null,
  listing: null,
  fields: {},
});

const NOT_REQUESTED: Fault = { kind: "unreachable", status: null, detail: "not asked" };

/** The read context of the first poll of a target with these params and settings. */
export const firstPoll = <Params>(params: Params, settings: object = {}): ReadContext<Params, any, any> => ({
  targetId: "tgt_1",
  params,
  settings,
  announceInitial: false,
  before: () => null,
  at: 0,
  lastOkAt: null,
});

/**
 * Runs a reading with these answers, a body or a fault per call. Returns its result and calls; further calls are
 * refused.
 */
export function readOff<View>(
  reading: Reading<View>,
  answers: (Json | { fault: Fault })[],
): { seen: Result<View, Fault>; calls: Call[] } {
  const calls: Call[] = [];
  let step = reading.next();
  while (!step.done) {
    const answer = answers[calls.length];
    const { operation } = step.value;
    calls.push(step.value);
    if (answer === undefined) step = reading.next(err(NOT_REQUESTED));
    else if (isFault(answer)) step = reading.next(err(answer.fault));
    else step = reading.next(ok<Answer>(answered(operation, answer)));
  }
  return { seen: step.value, calls };
}

/** An answer as the service's caller provides it, with the values of the operation's `fields`. */
export const answered = (name: string, body: Json): Answer => answerOf(body, operationNamed(name), PUBLIC_ONLY);

/** The default definition of an operation, or a plain one. */
export const operationNamed = (name: string): Operation => operations.get(name) ?? plainOperation(name);

const operations = operationsOf({});

const isFault = (answer: unknown): answer is { fault: Fault } =>
  typeof answer === "object" && answer !== null && "fault" in answer;
