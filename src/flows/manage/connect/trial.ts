import type { Facts } from "../../../core/facts.ts";
import type { Fault } from "../../../core/fault.ts";
import { unwrapped } from "../../../core/envelope.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { Operation } from "../../../core/operation.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { targetKinds } from "../../../targets/registry.ts";
import { probe, type ProbeDeps } from "../probe.ts";
import type { Credentials } from "../service.ts";
import { concluded, type Chosen, type Conclusion } from "./conclude.ts";
import { asksFor, type Asked } from "./example-address.ts";
import { guessedRoom, guessedUserId } from "./guess.ts";
import { leavesOf } from "./leaves.ts";
import { digitsOf, type Somebody } from "./somebody.ts";

/** A service as it is to be tried. */
export interface Wish {
  /** Null: the one that is kept. */
  account: Credentials | null;
  /** How it is asked whether somebody is live; null: as it is now. */
  check: Asked | null;
  /** How it is asked who has a handle; null: as it is now. */
  resolve: Asked | null;
  people: [live: Somebody, off: Somebody];
  chosen: Chosen;
}

export interface TrialDeps extends ProbeDeps {
  /** The operations as they are now, by name. */
  operations(): Promise<ReadonlyMap<string, Operation>>;
}

/** Why no answer could be used, and of whom: 0 who is live, 1 who is not. */
export interface Trouble {
  of: 0 | 1;
  doing: "look up" | "check";
  /** `unnamed`: the check asks for a name of theirs that is not known. */
  fault: Fault | { kind: "unnamed"; asks: "userId" | "roomId" | "handle" } | { kind: "unread"; text: string };
}

/** A call that was answered. */
interface Called {
  status: number | null;
  durationMs: number;
  body: Json;
  decoded: Json;
}

/** What came of it. */
export interface Trial {
  people: Wish["people"];
  asked: Asked;
  trouble: Trouble | null;
  /** Of the checks that were answered, milliseconds each. */
  took: number[];
  answers: Json[];
  conclusion: Conclusion | null;
  /** What is to be said of operations so that it is read like this, by name: null for "cannot be called". */
  operations: Record<string, JsonObject | null>;
}

const RESOLVE = "user.resolve";
const CHECK = "live.check";
const INFO = "live.info";

/** As an operation is asked that is known without anybody saying how. */
const askedBy = ({ path, method = "GET", query = {}, body = {} }: Partial<Operation> & { path: string }): Asked => ({
  method,
  path,
  query,
  body,
});

/**
 * Tries a service: looks up who is meant where that is needed, asks for somebody who is live and somebody who is not, and
 * concludes from the two answers where it is said. Each call comes out of the budget.
 */
export async function tryService(wish: Wish, deps: TrialDeps): Promise<Result<Trial, Refusal>> {
  const operations = await deps.operations();
  const now = operations.get(CHECK) ?? null;
  const asked = wish.check ?? askedBy(now ?? targetKinds["live"]!.operations[0]!);
  const looked = await Promise.all(wish.people.map((one, of) => whoIs(one, of as 0 | 1, asked, wish, deps)));
  const refused = looked.find((one) => !one.ok);
  if (refused?.ok === false) return refused;
  const found = looked.map((one) => (one as { value: Looked }).value);
  const people = found.map(({ somebody }) => somebody) as Wish["people"];
  const trial: Trial = { people, asked, trouble: null, took: [], answers: [], conclusion: null, operations: {} };
  const lost = found.find(({ trouble }) => trouble !== null)?.trouble ?? null;
  if (lost !== null) return ok({ ...trial, trouble: lost });
  const definition = wish.check === null && now !== null ? null : asked;
  const called = await Promise.all(people.map(({ params }) => call(CHECK, definition, params, wish, deps)));
  const failed = called.find((one) => !one.ok);
  if (failed?.ok === false) return failed;
  const answered = called.map((one) => (one as { value: Called & { fault: Fault | null } }).value);
  const took = answered.filter(({ status }) => status !== null).map(({ durationMs }) => durationMs);
  const answers = answered.map(({ body }) => body);
  const troubles = answered.map((one, of) => troubleOf(one, of as 0 | 1));
  const trouble = troubles.find((one) => one !== null) ?? null;
  if (trouble !== null) return ok({ ...trial, took, answers, trouble });
  const pair = { answers: answers as [Json, Json], people };
  const enveloped = answers.every((body) => unwrapped(body, true, 200).ok);
  const known = wish.check === null && (now?.enveloped === false || enveloped) ? (now?.reading ?? null) : null;
  const conclusion = concluded(pair, wish.chosen, known, deps.addresses);
  const told = conclusion.own ? await toldOf(conclusion, people[0], wish, deps) : null;
  const said = saidOf(conclusion, { asked, people, answers, wish, told: told !== null, found });
  const facts = { ...told, ...conclusion.facts };
  return ok({ ...trial, took, answers, conclusion: { ...conclusion, facts }, operations: said });
}

interface Looked {
  somebody: Somebody;
  trouble: Trouble | null;
  /** Where the answer said their user id, of an operation that was pasted. */
  pointer: string | null;
  /** True where the service was asked who it is. */
  looked: boolean;
}

/** Somebody with the name that the check asks for. */
async function whoIs(
  somebody: Somebody,
  of: 0 | 1,
  asked: Asked,
  wish: Wish,
  deps: TrialDeps,
): Promise<Result<Looked, Refusal>> {
  const { params } = somebody;
  const found = (one: Somebody, more: Partial<Looked> = {}) =>
    ok({ somebody: one, trouble: null, pointer: null, looked: false, ...more });
  const byRoom = asksFor(asked, "roomId") && !asksFor(asked, "userId");
  if (params.userId !== undefined && byRoom && !asksFor(asked, "handle"))
    return found({ ...somebody, params: { roomId: params.userId } });
  if (params.userId !== undefined && asksFor(asked, "userId")) return found(somebody);
  if (params.handle !== undefined && asksFor(asked, "handle")) return found(somebody);
  if (params.userId !== undefined)
    return found(somebody, { trouble: { of, doing: "check", fault: { kind: "unnamed", asks: "handle" } } });
  const got = await call(RESOLVE, wish.resolve, params, wish, deps);
  if (!got.ok) {
    if (got.error.kind !== "invalid") return got;
    return found(somebody, { trouble: { of, doing: "look up", fault: { kind: "unnamed", asks: "userId" } } });
  }
  const { body, decoded, fault } = got.value;
  const trouble = wish.resolve === null ? fault : troubleOf(got.value, of)?.fault;
  const pointer = trouble == null && wish.resolve !== null ? guessedUserId(body, somebody) : null;
  const id = digitsOf(pointer === null ? idIn(decoded) : leafAt(body, pointer));
  if (id !== null) return found({ ...somebody, params: { ...params, userId: id } }, { pointer, looked: true });
  const gone: Fault = { kind: "gone", status: null, detail: "the service knows nobody of that name" };
  return found(somebody, { trouble: { of, doing: "look up", fault: (trouble ?? gone) as Trouble["fault"] } });
}

const idIn = (decoded: Json): Json | undefined =>
  typeof decoded === "object" && decoded !== null && !Array.isArray(decoded) ? decoded["userId"] : undefined;

const leafAt = (body: Json, pointer: string): Json | undefined =>
  leavesOf(body, undefined).find((leaf) => leaf.pointer === pointer)?.value;

/** One call of the service that is tried. */
async function call(
  operation: string,
  definition: Asked | null,
  params: Somebody["params"],
  { account }: Wish,
  deps: TrialDeps,
) {
  const said = definition === null ? {} : { definition };
  return probe({ operation, params, ...said, ...(account === null ? {} : { account }) }, deps);
}

/** Why a call's answer is of no use; null where it is JSON that says no failure. */
function troubleOf({ status, body, fault }: Called & { fault: Fault | null }, of: 0 | 1): Trouble | null {
  const doing = "check";
  const good = status !== null && status >= 200 && status <= 299;
  if (!good) return { of, doing, fault: fault ?? { kind: "unreachable", status, detail: "no answer" } };
  if (typeof body === "string") return { of, doing, fault: { kind: "unread", text: body.slice(0, 300) } };
  const read = unwrapped(body, false, status);
  return read.ok ? null : { of, doing, fault: read.error };
}

/** What the service says of a broadcast where it is asked for that now; null for nothing. */
async function toldOf({ compared }: Conclusion, { params }: Somebody, wish: Wish, deps: TrialDeps): Promise<Facts | null> {
  const room = digitsOf(guessedRoom(leavesOf(compared.live, undefined), [])?.value);
  if (room === null) return null;
  const told = await call(INFO, null, { ...params, roomId: room }, wish, deps);
  return told.ok && told.value.fault === null ? (told.value.decoded as Facts | null) : null;
}

interface Said {
  asked: Asked;
  people: Wish["people"];
  answers: Json[];
  wish: Wish;
  told: boolean;
  found: Looked[];
}

/** What is to be kept of operations; what is right as it is, is left so. */
function saidOf(conclusion: Conclusion, { asked, people, answers, wish, told, found }: Said): Trial["operations"] {
  const { own, reading, fields, compared } = conclusion;
  if (reading === null) return {};
  const said: Trial["operations"] = {};
  if (!own) said[CHECK] = { ...asked, ...(reading as unknown as JsonObject) };
  if (Object.keys(fields).length > 0 && !told) said[INFO] = { ...asked, fields };
  else if (!own) said[INFO] = null;
  if (!own) said["user.info"] = null;
  const byPaste = found.find(({ pointer }) => pointer !== null)?.pointer ?? null;
  const byName = asksFor(asked, "handle") && compared.list === null ? guessedUserId(answers[0]!, people[0]) : null;
  if (wish.resolve !== null && byPaste !== null) said[RESOLVE] = { ...wish.resolve, fields: { userId: byPaste } };
  else if (byName !== null && !own) said[RESOLVE] = { ...asked, fields: { userId: byName } };
  else if (!own && !found.some(({ looked }) => looked)) said[RESOLVE] = null;
  return said;
}
