import type { Facts } from "../../../core/facts.ts";
import { pointed, type Json, type JsonObject, unwrapped } from "../../../core/json.ts";
import type { Operation, VerdictReading } from "../../../core/operation.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import type { ProbeDeps } from "../../../engine/upstream/probe.ts";
import type { Credentials } from "../../../engine/upstream/definition.ts";
import { concluded, type Chosen, type Conclusion } from "./conclude.ts";
import { asksFor, type CallDefinition } from "./example-address.ts";
import { guessedRoom, guessedUserId } from "./guess.ts";
import { jsonTextsIn, usedOf } from "./json-texts.ts";
import { leavesOf } from "./leaves.ts";
import { call, faultIn, lookUp, redirectOf, wordsOf, type ResolvedPerson, type TrialFault } from "./look-up.ts";
import { digitsOf, type Person } from "./person.ts";
import { tellsApart } from "./reading.ts";
import { severalIn, type FoundSeveral } from "./several.ts";

/** A service to try. */
export interface TrialRequest {
  /** Null: the stored account. */
  account: Credentials | null;
  /** The request that checks whether a creator is live; null: the configured one. */
  check: CallDefinition | null;
  /** The request that resolves a handle; null: the configured one. */
  resolve: CallDefinition | null;
  people: [live: Person, off: Person];
  chosen: Chosen;
  /** How one call asks for many, as an earlier trial found; null if it found that none does. Left out: to be found. */
  several?: FoundSeveral | null;
}

export interface TrialDeps extends ProbeDeps {
  /** The configured operations, by name. */
  operations(): Promise<ReadonlyMap<string, Operation>>;
}

/** The result of a trial. */
export interface Trial {
  people: TrialRequest["people"];
  asked: CallDefinition;
  trouble: TrialFault | null;
  /** How many calls were made, and how long the answered checks took, milliseconds. */
  calls: number;
  took: number[];
  conclusion: Conclusion | null;
  /** The configuration of operations that follows, by name; null for "cannot be called". */
  operations: Record<string, JsonObject | null>;
  /** How one call of the check asks for many creators; null if it takes one. */
  several: FoundSeveral | null;
  /** True if the check needs a handle and no value is its user id: then the handle is the identity. */
  nameless: boolean;
  /** Removes our credentials from texts of the answers, which may repeat them. No such text is shown without it. */
  hide: (text: string) => string;
}

const CHECK = "live.check";
const INFO = "live.info";
const RESOLVE = "user.resolve";

/** The request of the check by default. */
export function usualCheck(): CallDefinition {
  const { path, method = "GET", query = {}, body = {} } = targetKinds["live"]!.operations[0]!;
  return { path, method, query, body };
}

/** The values of several results, or the first error. */
function all<Value>(results: Result<Value, Refusal>[]): Result<Value[], Refusal> {
  const values: Value[] = [];
  for (const one of results) {
    if (!one.ok) return one;
    values.push(one.value);
  }
  return ok(values);
}

/**
 * Tries a service: resolves both creators if needed, checks the live and the offline one, and concludes from both
 * answers where the verdict is. Each call is taken from the budget.
 */
export async function tryService(wish: TrialRequest, deps: TrialDeps): Promise<Result<Trial, Refusal>> {
  let calls = 0;
  const tried = await trying(wish, {
    ...deps,
    async spend(count) {
      const spent = await deps.spend(count);
      if (spent.ok) calls += count;
      return spent;
    },
  });
  return tried.ok ? ok({ ...tried.value, calls }) : tried;
}

async function trying(wish: TrialRequest, deps: TrialDeps): Promise<Result<Trial, Refusal>> {
  const { account, resolve } = wish;
  const now = (await deps.operations()).get(CHECK) ?? null;
  const { method, path, query, body } = wish.check ?? now ?? usualCheck();
  const asked: CallDefinition = { method, path, query, body };
  const looked = await Promise.all(
    wish.people.map((one, of) => lookUp(one, { of: of as 0 | 1, asked, resolve, account }, deps)),
  );
  const found = all(looked);
  if (!found.ok) return found;
  const people = found.value.map(({ somebody }) => somebody) as TrialRequest["people"];
  const hide = (text: string) => text;
  const trial: Trial = {
    people,
    asked,
    trouble: null,
    calls: 0,
    took: [],
    conclusion: null,
    operations: {},
    several: null,
    nameless: false,
    hide,
  };
  const lost = found.value.find(({ trouble }) => trouble !== null)?.trouble ?? null;
  if (lost !== null) return ok({ ...trial, trouble: lost });
  const definition = wish.check === null && now !== null ? null : asked;
  const answered = all(await Promise.all(people.map(({ params }) => call(CHECK, definition, params, account, deps))));
  if (!answered.ok) return answered;
  const checks = answered.value;
  const tried = {
    ...trial,
    took: checks.filter(({ status }) => status !== null).map(({ durationMs }) => durationMs),
    hide: (text: string) => checks[0]!.hide(text) as string,
  };
  for (const side of [0, 1] as const) {
    const fault = faultIn(checks[side]!);
    if (fault !== null)
      return ok({
        ...tried,
        trouble: { of: side, doing: "check", fault, ...wordsOf(checks[side]!), ...redirectOf(checks[side]!) },
      });
  }
  const { answers: bodies, decode } = jsonTextsIn(checks.map((one) => one.body));
  const answers = bodies as [Json, Json];
  const conclusion = concluded({ answers, people }, wish.chosen, readNow(wish, now, answers), deps.addresses);
  const info = conclusion.own ? await infoOf(conclusion, people[0], wish, deps) : null;
  const operations = operationsFor(conclusion, {
    asked,
    people,
    answers,
    wish,
    told: info !== null,
    found: found.value,
    decode,
  });
  const several =
    operations[CHECK] && isRight(conclusion)
      ? await severalIn({ asked, people, verdict: conclusion.verdict!, account, found: wish.several }, deps)
      : null;
  if (several !== null) operations[CHECK] = several.definition;
  const nameless = asksFor(asked, "handle") && !asksFor(asked, "userId") && operations[RESOLVE] === null;
  return ok({
    ...tried,
    nameless,
    several,
    conclusion: { ...conclusion, facts: { ...info, ...conclusion.facts } },
    operations,
  });
}

const isRight = ({ proof }: Conclusion): boolean => proof !== null && tellsApart(proof);

/** The configured reading of the verdict, if it would accept these answers. */
function readNow({ check }: TrialRequest, now: Operation | null, answers: Json[]): VerdictReading | null {
  if (check !== null || now === null) return null;
  return answers.every((body) => unwrapped(body, now.enveloped, 200).ok) ? now.reading : null;
}

/** The facts that the configured operation gives for a stream; null for none. */
async function infoOf(
  { compared }: Conclusion,
  { params }: Person,
  { account }: TrialRequest,
  deps: TrialDeps,
): Promise<Facts | null> {
  const room = digitsOf(guessedRoom(leavesOf(compared.live, undefined), [])?.value);
  if (room === null) return null;
  const info = await call(INFO, null, { ...params, roomId: room }, account, deps);
  return info.ok && info.value.fault === null ? (info.value.decoded as Facts | null) : null;
}

/** Where both answers have a user id of their own, as a pointer. An id that only the live one has is that of a stream. */
function idOfBoth(answers: Json[], people: TrialRequest["people"]): string | null {
  const pointer = guessedUserId(answers[0]!, people[0]);
  if (pointer === null) return null;
  const [live, off] = answers.map((answer) => digitsOf(pointed(answer, pointer)));
  return off === null || live === off ? null : pointer;
}

interface OperationsContext {
  asked: CallDefinition;
  people: TrialRequest["people"];
  answers: Json[];
  wish: TrialRequest;
  told: boolean;
  found: ResolvedPerson[];
  /** Pointers to texts that were decoded. */
  decode: string[];
}

/** The configuration to store. Operations that already work are left as they are. */
function operationsFor(
  conclusion: Conclusion,
  { asked, people, answers, wish, told: info, found, decode }: OperationsContext,
): Trial["operations"] {
  const { own, reading, fields, compared } = conclusion;
  if (reading === null) return {};
  const reported: Trial["operations"] = {};
  const decoding = (definition: Parameters<typeof usedOf>[1]) => {
    const used = usedOf(decode, definition);
    return used.length === 0 ? {} : { decode: used };
  };
  if (!own) reported[CHECK] = { ...asked, ...(reading as unknown as JsonObject), ...decoding(reading as object) };
  if (Object.keys(fields).length > 0 && !info) reported[INFO] = { ...asked, fields, ...decoding({ fields }) };
  else if (!own) reported[INFO] = null;
  if (!own) reported["user.info"] = null;
  const byPaste = found.find(({ userId }) => userId !== null)?.userId ?? null;
  const byName = asksFor(asked, "handle") && compared.list === null ? idOfBoth(answers, people) : null;
  const named = (userId: string) => ({ fields: { userId }, ...decoding({ fields: { userId } }) });
  if (wish.resolve !== null && byPaste !== null)
    reported[RESOLVE] = {
      ...wish.resolve,
      fields: { userId: byPaste.pointer },
      ...(byPaste.decode.length === 0 ? {} : { decode: byPaste.decode }),
    };
  else if (byName !== null && !own) reported[RESOLVE] = { ...asked, ...named(byName) };
  else if (!own && !found.some(({ looked }) => looked)) reported[RESOLVE] = null;
  return reported;
}
