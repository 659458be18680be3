import type { ListedOperation, Probed } from "./shape.ts";
import * as z from "zod";
import type { Fault } from "../../core/fault.ts";
import { parseLossless, type Json, type JsonObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Answer, Call } from "../../kinds/kind.ts";
import { decoded } from "../../resources/write/decoded.ts";
import { readForm } from "../../resources/form.ts";
import { blocked, noteAnswer, type OwnCallDeps } from "./own-call.ts";
import { tooSoon } from "./poll-now.ts";
import { conflict, invalid, type FieldError, type Refusal } from "../../core/refusal.ts";
import type { Addresses } from "../../core/public-url.ts";
import { accountForm, readAccount, type Credentials } from "./definition.ts";

interface ProbeRequest {
  method: "GET" | "POST";
  url: string;
}

/** A call and its result. `status` is null and `text` empty if no answer came. */
export interface Exchange {
  request: ProbeRequest;
  status: number | null;
  durationMs: number;
  text: string;
  /** Where a redirect leads, as it says. */
  location?: string;
  answer: Result<Answer, Fault>;
}

/** Calls the service as configured, or as given for a trial. */
export interface Prober {
  /** False if no address of the service is known. */
  connected: boolean;
  operations(): ListedOperation[];
  /**
   * The request of a call, without credentials; the error names a placeholder's value that prevents it. The operation
   * must have a path.
   */
  request(operation: string, values: Call["values"]): Result<ProbeRequest, { name: string; message: string }>;
  /** The returned request is the one that was sent. */
  call(operation: string, values: Call["values"]): Promise<Exchange>;
  /** Removes our credentials from a value, wherever an answer may repeat them. */
  hide(value: Json): Json;
}

/** What is tried without being stored: another account, another definition of the operation. */
interface TriedService {
  account?: Credentials;
  /** Named, in the form of UPSTREAM_OPERATIONS. */
  definition?: { name: string; said: JsonObject };
}

export interface ProbeDeps extends OwnCallDeps {
  /** The error lists what is wrong with the definition. */
  prober(tried: TriedService): Promise<Result<Prober, FieldError[]>>;
  addresses: Addresses;
}

export interface ProbePorts {
  upstream: ProbeDeps;
}

/** The maximum length of an answer that is not JSON. */
const MAX_TEXT = 64 * 1024;

const scalar = () => z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** The form of a probe: an operation and values for its placeholders. */
export const probeForm = lazy(() =>
  z.strictObject({
    operation: z.string().describe("The operation's name, as GET /v1/upstream/operations lists it."),
    params: z
      .record(z.string(), z.union([scalar(), z.array(scalar()).max(1000)]))
      .default({})
      .describe("Values for its placeholders, such as `userId`. Texts can have up to 1,000 characters."),
    definition: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("A definition to test, as in UPSTREAM_OPERATIONS. It isn't stored. Requires the scope `admin`."),
    account: accountForm().optional().describe("An account to test. It isn't stored. Requires the scope `admin`."),
  }),
);

/** Calls one operation now, from the same budget as ticks. Returns the answer and what is read from it. */
export async function probe(body: unknown, deps: ProbeDeps): Promise<Result<Probed, Refusal>> {
  const probed = await probeOpenly(body, deps);
  if (!probed.ok) return probed;
  const { request, status, durationMs, body: answer, decoded: view, fault, hide } = probed.value;
  return ok({ request, status, durationMs, body: hide(answer), decoded: hide(view), fault });
}

/**
 * Like `probe`, but the answer may repeat our credentials. Use it for reading only, and show it only through `hide`.
 */
export async function probeOpenly(
  body: unknown,
  deps: ProbeDeps,
): Promise<Result<Probed & Pick<Prober, "hide"> & Pick<Exchange, "location">, Refusal>> {
  const form = readForm(probeForm(), body);
  if (!form.ok) return form;
  const { operation: name, params, definition, account: provided } = form.value;
  const account = provided === undefined ? null : readAccount(provided, deps.addresses);
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
  const requested = prober.request(name, params);
  if (!requested.ok) return invalid(`/params/${requested.error.name}`, requested.error.message);
  const request = requested.value;
  // The result for another account says nothing about the stored one.
  const fault = account === null ? await blocked(name, deps) : null;
  if (fault !== null) {
    const nothing = { status: null, durationMs: 0, body: null, decoded: null };
    return ok({ request, ...nothing, fault, hide: (value) => prober.hide(value) });
  }
  const spent = await deps.spend(1);
  if (!spent.ok) return tooSoon(spent.error);
  const { status, durationMs, text, answer, location } = await prober.call(name, params);
  if (account === null) await noteAnswer(name, answer, deps);
  const read = decoded(name, params, answer);
  return ok({
    request,
    status,
    durationMs,
    body: status === null ? null : displayed(text),
    decoded: read.view,
    fault: read.fault,
    ...(location === undefined ? {} : { location }),
    hide: (value) => prober.hide(value),
  });
}

/** Prefixes the pointers of a refusal with the part of the form that it is about. */
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

function displayed(text: string): Json {
  try {
    return parseLossless(text);
  } catch {
    return text.slice(0, MAX_TEXT);
  }
}
