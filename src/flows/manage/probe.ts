import * as z from "zod";
import type { Fault } from "../../core/fault.ts";
import { closedBy, gateNews, type Gate } from "../../core/gate.ts";
import type { OperatorNews } from "../../core/upstream-watch.ts";
import type { Commit } from "../../core/commit.ts";
import { parseLossless, type Json } from "../../core/json.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import type { ListedOperation } from "../browse/operations.ts";
import { decoded } from "./decoded.ts";
import { readForm } from "../../resources/form.ts";
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

export interface ProbeDeps {
  operations(): ListedOperation[];
  /** The request that a call would make, without our credentials, or the value that keeps it from being made; the operation must have a path. */
  request(operation: string, values: Call["values"]): Result<ProbeRequest, { name: string; message: string }>;
  /** Its request is as it was sent. */
  call(operation: string, values: Call["values"]): Promise<Exchange>;
  /** The same value without our credentials, wherever an answer may repeat them. */
  hide(value: Json): Json;
  gate(): Promise<Gate | null>;
  /** Takes calls from the budget; else the seconds after which there may be enough. */
  spend(calls: number): Promise<Result<null, number>>;
  now(): Promise<number>;
  /** Commits the gate that a refusal closes, and tells operators of it. */
  announce(news: OperatorNews[], gate: NonNullable<Commit["gate"]>, now: number): Promise<void>;
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

/** A refusal or a 429 that a probe meets holds for everyone, as if a poll had met it. */
async function closeGate(gate: Gate | null, answer: Exchange["answer"], deps: ProbeDeps): Promise<void> {
  if (answer.ok) return;
  const now = await deps.now();
  const closed = closedBy(answer.error, gate, now);
  if (closed === null) return;
  const news = closed.since === gate?.since ? [] : [gateNews(closed)];
  await deps.announce(news, { read: gate, write: closed }, now);
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
