import * as z from "zod";
import type { Fault } from "../../core/fault.ts";
import { parseLossless, type Json, type JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import type { ListedOperation } from "../browse/operations.ts";
import { decoded } from "./decoded.ts";
import { readForm } from "../../resources/form.ts";
import { blocked, noteAnswer, type OwnCallDeps } from "./own-call.ts";
import { tooSoon } from "./poll-now.ts";
import { conflict, invalid, type FieldError, type Refusal } from "../../core/refusal.ts";
import type { Addresses } from "../../core/public-url.ts";
import { accountForm, readAccount, type Credentials } from "./service.ts";

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

/** Calls the service as it is set up, or as it is tried. */
export interface Prober {
  /** False where nobody said where the service is. */
  connected: boolean;
  operations(): ListedOperation[];
  /** The request that a call would make, without our credentials, or the value that keeps it from being made; the operation must have a path. */
  request(operation: string, values: Call["values"]): Result<ProbeRequest, { name: string; message: string }>;
  /** Its request is as it was sent. */
  call(operation: string, values: Call["values"]): Promise<Exchange>;
  /** The same value without our credentials, wherever an answer may repeat them. */
  hide(value: Json): Json;
}

/** What is tried without being kept: another account, another way to call the operation. */
interface TriedService {
  account?: Credentials;
  /** By name, as UPSTREAM_OPERATIONS has it. */
  definition?: { name: string; said: JsonObject };
}

export interface ProbeDeps extends OwnCallDeps {
  /** Refused where the definition is none. */
  prober(tried: TriedService): Promise<Result<Prober, FieldError[]>>;
  addresses: Addresses;
}

/** Longer answers that are no JSON are cut. */
const MAX_TEXT = 64 * 1024;

const scalar = () => z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** Which operation is called, with what for its placeholders. */
export const probeForm = lazy(() =>
  z.strictObject({
    operation: z.string().describe("The operation's name, as GET /v1/upstream/operations lists it."),
    params: z
      .record(z.string(), z.union([scalar(), z.array(scalar()).max(1000)]))
      .default({})
      .describe("What its placeholders stand for, such as `userId`; texts have at most 1,000 characters."),
    definition: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("How it is called and read, as UPSTREAM_OPERATIONS has it: tried, not kept. Needs the scope `admin`."),
    account: accountForm().optional().describe("The account that is tried, not kept. Needs the scope `admin`."),
  }),
);

/** A call with answer and meaning side by side. */
interface Probed {
  request: ProbeRequest;
  status: number | null;
  durationMs: number;
  body: Json;
  decoded: Json;
  fault: Fault | null;
}

/** Calls one operation now, out of the same budget as the timetable, and shows answer and meaning side by side. */
export async function probe(body: unknown, deps: ProbeDeps): Promise<Result<Probed, Refusal>> {
  const probed = await probeOpenly(body, deps);
  if (!probed.ok) return probed;
  const { hide, ...shown } = probed.value;
  return ok({ ...shown, body: hide(shown.body), decoded: hide(shown.decoded) });
}

/** The same with the answer as it came, which may repeat our credentials: it is for reading, and shown through `hide` alone. */
export async function probeOpenly(
  body: unknown,
  deps: ProbeDeps,
): Promise<Result<Probed & Pick<Prober, "hide">, Refusal>> {
  const form = readForm(probeForm(), body);
  if (!form.ok) return form;
  const { operation: name, params, definition, account: given } = form.value;
  const account = given === undefined ? null : readAccount(given, deps.addresses);
  if (account?.ok === false) return within("/account", account.error);
  const tried = {
    ...(account === null ? {} : { account: account.value }),
    ...(definition === undefined ? {} : { definition: { name, said: definition as JsonObject } }),
  };
  const created = await deps.prober(tried);
  if (!created.ok) return within("/definition", { kind: "invalid", errors: created.error });
  const prober = created.value;
  if (!prober.connected) return conflict("No service is connected: give `account`, or PUT /v1/upstream/account.");
  const callable = isCallable(name, prober.operations());
  if (!callable.ok) return callable;
  const asked = prober.request(name, params);
  if (!asked.ok) return invalid(`/params/${asked.error.name}`, asked.error.message);
  const request = asked.value;
  // What another account meets says nothing of the one that is kept.
  const fault = account === null ? await blocked(name, deps) : null;
  if (fault !== null) {
    const nothing = { status: null, durationMs: 0, body: null, decoded: null };
    return ok({ request, ...nothing, fault, hide: (value) => prober.hide(value) });
  }
  const spent = await deps.spend(1);
  if (!spent.ok) return tooSoon(spent.error);
  const { status, durationMs, text, answer } = await prober.call(name, params);
  if (account === null) await noteAnswer(name, answer, deps);
  const read = decoded(name, params, answer);
  return ok({
    request,
    status,
    durationMs,
    body: status === null ? null : shown(text),
    decoded: read.view,
    fault: read.fault,
    hide: (value) => prober.hide(value),
  });
}

/** The refusal of a part of the form, pointing into all of it. */
function within(at: string, refusal: Refusal): Result<never, Refusal> {
  if (refusal.kind !== "invalid") return err(refusal);
  return err({ kind: "invalid", errors: refusal.errors.map((one) => ({ ...one, pointer: at + one.pointer })) });
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
    return text.slice(0, MAX_TEXT);
  }
}
