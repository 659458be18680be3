import * as z from "zod";
import type { Fault } from "../../core/fault.ts";
import { parseLossless, type Json } from "../../core/json.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import type { ListedOperation } from "../browse/operations.ts";
import { decoded } from "./decoded.ts";
import { readForm } from "../../resources/form.ts";
import { closeGate, type OwnCallDeps } from "./own-call.ts";
import { faultOf, tooSoon } from "./poll-now.ts";
import { invalid, type Refusal } from "../../core/refusal.ts";

interface ProbeRequest {
  method: "GET" | "POST";
  url: string;
}

/** A call with all that came of it; `status` is null and `text` empty where no answer came. */
export interface Exchange {
  request: ProbeRequest;
  status: number | null;
  durationMs: number;
  text: string;
  answer: Result<Answer, Fault>;
}

export interface ProbeDeps extends OwnCallDeps {
  operations(): ListedOperation[];
  /** The request that a call would make, without our credentials, or the value that keeps it from being made; the operation must have a path. */
  request(operation: string, values: Call["values"]): Result<ProbeRequest, { name: string; message: string }>;
  /** Its request is as it was sent. */
  call(operation: string, values: Call["values"]): Promise<Exchange>;
  /** The same value without our credentials, wherever an answer may repeat them. */
  hide(value: Json): Json;
}

/** Longer answers that are no JSON are cut. */
const MOST_TEXT = 64 * 1024;

const scalar = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** Which operation is called, with what for its placeholders. */
export const probeForm = z.strictObject({
  operation: z.string().describe("The operation's name, as GET /v1/upstream/operations lists it."),
  params: z
    .record(z.string(), z.union([scalar, z.array(scalar).max(1000)]))
    .default({})
    .describe("What its placeholders stand for, such as `userId`; texts have at most 1,000 characters."),
});

/** Calls one operation now, out of the same budget as the timetable, and shows answer and meaning side by side. */
export async function probe(body: unknown, deps: ProbeDeps) {
  const form = readForm(probeForm, body);
  if (!form.ok) return form;
  const { operation: name, params } = form.value;
  const callable = isCallable(name, deps.operations());
  if (!callable.ok) return callable;
  const made = deps.request(name, params);
  if (!made.ok) return invalid(`/params/${made.error.name}`, made.error.message);
  const request = made.value;
  const gate = await deps.gate();
  if (gate !== null && (await deps.now()) < gate.until) {
    return ok({ request, status: null, durationMs: 0, body: null, decoded: null, fault: faultOf(gate) });
  }
  const spent = await deps.spend(1);
  if (!spent.ok) return tooSoon(spent.error);
  const { status, durationMs, text, answer } = await deps.call(name, params);
  await closeGate(gate, answer, deps);
  const read = decoded(name, params, answer);
  return ok({
    request,
    status,
    durationMs,
    body: status === null ? null : deps.hide(shown(text)),
    decoded: deps.hide(read.view),
    fault: read.fault,
  });
}

function isCallable(name: string, operations: ListedOperation[]): Result<null, Refusal> {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined)
    return invalid("/operation", "is no known operation: GET /v1/upstream/operations lists them");
  if (operation.path !== null) return ok(null);
  const example = JSON.stringify({ [name]: { method: operation.method, path: "/…", query: { user_id: "{userId}" } } });
  return invalid("/operation", `has no path yet: say in UPSTREAM_OPERATIONS how it is called, such as ${example}`);
}

function shown(text: string): Json {
  try {
    return parseLossless(text);
  } catch {
    return text.slice(0, MOST_TEXT);
  }
}
