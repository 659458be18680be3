import type { Fault } from "../../../core/fault.ts";
import { isObject, pointed, type Json, unwrapped } from "../../../core/json.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import { probeOpenly, type ProbeDeps } from "../../../engine/upstream/probe.ts";
import type { Credentials } from "../../../engine/upstream/definition.ts";
import { asksFor, type CallDefinition } from "./example-address.ts";
import { guessedUserId } from "./guess.ts";
import { jsonTextsIn, usedOf } from "./json-texts.ts";
import { leavesOf } from "./leaves.ts";
import { digitsOf, type Person } from "./person.ts";
import { saysFailure } from "./states.ts";

/** Why an answer is unusable, and for whom: 0 is the live creator, 1 the offline one. */
export interface TrialFault {
  of: 0 | 1;
  doing: "look up" | "check";
  /** `unnamed`: the request needs a kind of name that is not known. `unread`: the answer is not JSON. */
  fault: Fault | { kind: "unnamed"; asks: "userId" | "handle" } | { kind: "unread" };
  /** What the service says about it, without our credentials. */
  words?: string;
  /** The target of a redirect, as an address; left out for none. */
  redirect?: string;
}

/** The result of a call. */
type CallResult = Extract<Awaited<ReturnType<typeof probeOpenly>>, { ok: true }>["value"];

/** Makes one test call of the service with the given account. */
export function call(
  operation: string,
  definition: CallDefinition | null,
  params: Person["params"],
  account: Credentials | null,
  deps: ProbeDeps,
): Promise<Result<CallResult, Refusal>> {
  const reported = definition === null ? {} : { definition };
  return probeOpenly({ operation, params, ...reported, ...(account === null ? {} : { account }) }, deps);
}

/** Why an answer is unusable; null if it is JSON without a failure. */
export function faultIn({ status, body, fault }: CallResult): TrialFault["fault"] | null {
  const good = status !== null && status >= 200 && status <= 299;
  if (!good) return fault ?? { kind: "unreachable", status, detail: "no answer" };
  if (typeof body !== "object" || body === null) return { kind: "unread" };
  const read = unwrapped(body, false, status);
  return read.ok ? null : read.error;
}

/** The longest message of a service that is shown. */
const MAX_WORDS = 200;

/** What a service says in a refusal: its message, or a short text; nothing for other answers. */
export function wordsOf({ body, hide }: CallResult): Pick<TrialFault, "words"> {
  const said =
    typeof body === "string"
      ? body
      : leavesOf(body, undefined).find((leaf) => saysFailure(leaf) && typeof leaf.value === "string")?.value;
  if (typeof said !== "string" || said.trim() === "" || /^\s*</.test(said)) return {};
  return { words: (hide(said.trim()) as string).slice(0, MAX_WORDS).toWellFormed() };
}

/** The longest address that is offered. */
const MAX_REDIRECT = 2000;

/** The target of a redirect, without our credentials; nothing for an address that can't be offered. */
export function redirectOf({ location, request, hide }: CallResult): Pick<TrialFault, "redirect"> {
  const target = location === undefined ? null : URL.parse(location, request.url);
  if (target === null || !/^https?:$/.test(target.protocol) || target.username !== "") return {};
  const address = hide(target.href) as string;
  return address.length > MAX_REDIRECT ? {} : { redirect: address };
}

/** A creator with the kind of name that the check needs. */
export interface ResolvedPerson {
  somebody: Person;
  trouble: TrialFault | null;
  /** For a pasted operation: where the user id is in its answer, and the texts to decode before. */
  userId: { pointer: string; decode: string[] } | null;
  /** True if the service was asked. */
  looked: boolean;
}

interface LookUpContext {
  of: 0 | 1;
  /** The requests of the check and of `user.resolve`; null for the configured one. */
  asked: CallDefinition;
  resolve: CallDefinition | null;
  account: Credentials | null;
}

/** True if no lookup is configured. An address that can't be called is an error of its own. */
const isUnnamed = (refusal: Refusal): boolean =>
  refusal.kind === "invalid" && !refusal.errors.some(({ pointer }) => pointer.startsWith("/account"));

const GONE: Fault = { kind: "gone", status: null, detail: "the service doesn't know this name" };

/** Finds the name of a creator that the check needs. The service is asked if another name was given. */
export async function lookUp(
  somebody: Person,
  wish: LookUpContext,
  deps: ProbeDeps,
): Promise<Result<ResolvedPerson, Refusal>> {
  const { of, asked, resolve, account } = wish;
  const { params } = somebody;
  const found = (one: Person, more: Partial<ResolvedPerson> = {}) =>
    ok({ somebody: one, trouble: null, userId: null, looked: false, ...more });
  const problem = (fault: TrialFault["fault"], doing: TrialFault["doing"] = "look up") =>
    found(somebody, { trouble: { of, doing, fault } });
  if (params.handle !== undefined && asksFor(asked, "handle")) return found(somebody);
  if (params.userId !== undefined) {
    if (asksFor(asked, "userId")) return found(somebody);
    if (asksFor(asked, "handle")) return problem({ kind: "unnamed", asks: "handle" }, "check");
    return found({ ...somebody, params: { roomId: params.userId } });
  }
  const got = await call("user.resolve", resolve, params, account, deps);
  if (!got.ok) return isUnnamed(got.error) ? problem({ kind: "unnamed", asks: "userId" }) : got;
  const { body, decoded, fault } = got.value;
  const invalid = resolve === null ? fault : faultIn(got.value);
  if (invalid !== null && got.value.location !== undefined)
    return found(somebody, { trouble: { of, doing: "look up", fault: invalid, ...redirectOf(got.value) } });
  const { answers, decode } = jsonTextsIn([body]);
  const pointer = invalid === null && resolve !== null ? guessedUserId(answers[0]!, somebody) : null;
  const id = digitsOf(pointer === null ? idIn(decoded) : pointed(answers[0]!, pointer));
  if (id === null)
    return found(somebody, { trouble: { of, doing: "look up", fault: invalid ?? GONE, ...wordsOf(got.value) } });
  const userId = pointer === null ? null : { pointer, decode: usedOf(decode, { fields: { pointer } }) };
  return found({ ...somebody, params: { ...params, userId: id } }, { userId, looked: true });
}

const idIn = (decoded: Json): Json | undefined => (isObject(decoded) ? decoded["userId"] : undefined);
