import type { Fault } from "../../src/core/fault.ts";
import type { Json } from "../../src/core/json.ts";
import type { Operation } from "../../src/core/operation.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { answerOf } from "../../src/engine/upstream/caller.ts";
import { operationsOf } from "../../src/engine/upstream/operations.ts";
import type { Answer, ReadContext, Call, Reading } from "../../src/kinds/kind.ts";

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
