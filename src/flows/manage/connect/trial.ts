import { unwrapped } from "../../../core/envelope.ts";
import type { Facts } from "../../../core/facts.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { Operation, VerdictReading } from "../../../core/operation.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import { targetKinds } from "../../../targets/registry.ts";
import type { ProbeDeps } from "../probe.ts";
import type { Credentials } from "../service.ts";
import { concluded, type Chosen, type Conclusion } from "./conclude.ts";
import { asksFor, type Asked } from "./example-address.ts";
import { guessedRoom, guessedUserId } from "./guess.ts";
import { leavesOf } from "./leaves.ts";
import { call, faultIn, lookUp, type Looked, type Trouble } from "./look-up.ts";
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

/** What came of it. */
export interface Trial {
  people: Wish["people"];
  asked: Asked;
  trouble: Trouble | null;
  /** Of the checks that were answered, milliseconds each. */
  took: number[];
  conclusion: Conclusion | null;
  /** What is to be said of operations so that it is read like this, by name: null for "cannot be called". */
  operations: Record<string, JsonObject | null>;
  /** True where the check asks for a handle and nothing says whose it is: creators could not be kept. */
  nameless: boolean;
  /** Takes our credentials out of a text of the answers, which may repeat them: none is shown without. */
  hide: (text: string) => string;
}

const CHECK = "live.check";
const INFO = "live.info";
const RESOLVE = "user.resolve";

/** How the check is asked where nobody says anything else. */
export function usualCheck(): Asked {
  const { path, method = "GET", query = {}, body = {} } = targetKinds["live"]!.operations[0]!;
  return { path, method, query, body };
}

/** The values of several results; the first refusal among them. */
function all<Value>(results: Result<Value, Refusal>[]): Result<Value[], Refusal> {
  const values: Value[] = [];
  for (const one of results) {
    if (!one.ok) return one;
    values.push(one.value);
  }
  return ok(values);
}

/**
 * Tries a service: looks up who is meant where that is needed, asks for somebody who is live and somebody who is not, and
 * concludes from the two answers where it is said. Each call comes out of the budget.
 */
export async function tryService(wish: Wish, deps: TrialDeps): Promise<Result<Trial, Refusal>> {
  const { account, resolve } = wish;
  const now = (await deps.operations()).get(CHECK) ?? null;
  const { method, path, query, body } = wish.check ?? now ?? usualCheck();
  const asked: Asked = { method, path, query, body };
  const looked = await Promise.all(
    wish.people.map((one, of) => lookUp(one, { of: of as 0 | 1, asked, resolve, account }, deps)),
  );
  const found = all(looked);
  if (!found.ok) return found;
  const people = found.value.map(({ somebody }) => somebody) as Wish["people"];
  const hide = (text: string) => text;
  const trial: Trial = {
    people,
    asked,
    trouble: null,
    took: [],
    conclusion: null,
    operations: {},
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
  for (const of of [0, 1] as const) {
    const fault = faultIn(checks[of]!);
    if (fault !== null) return ok({ ...tried, trouble: { of, doing: "check", fault } });
  }
  const answers = checks.map((one) => one.body) as [Json, Json];
  const conclusion = concluded({ answers, people }, wish.chosen, readNow(wish, now, answers), deps.addresses);
  const info = conclusion.own ? await infoOf(conclusion, people[0], wish, deps) : null;
  const operations = saidOf(conclusion, { asked, people, answers, wish, told: info !== null, found: found.value });
  const nameless = asksFor(asked, "handle") && !asksFor(asked, "userId") && operations[RESOLVE] === null;
  return ok({
    ...tried,
    nameless,
    conclusion: { ...conclusion, facts: { ...info, ...conclusion.facts } },
    operations,
  });
}

/** How the verdict is read now, where such answers would be taken at all. */
function readNow({ check }: Wish, now: Operation | null, answers: Json[]): VerdictReading | null {
  if (check !== null || now === null) return null;
  return answers.every((body) => unwrapped(body, now.enveloped, 200).ok) ? now.reading : null;
}

/** What the service says of a broadcast where it is asked for that now; null for nothing. */
async function infoOf(
  { compared }: Conclusion,
  { params }: Somebody,
  { account }: Wish,
  deps: TrialDeps,
): Promise<Facts | null> {
  const room = digitsOf(guessedRoom(leavesOf(compared.live, undefined), [])?.value);
  if (room === null) return null;
  const info = await call(INFO, null, { ...params, roomId: room }, account, deps);
  return info.ok && info.value.fault === null ? (info.value.decoded as Facts | null) : null;
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
function saidOf(
  conclusion: Conclusion,
  { asked, people, answers, wish, told: info, found }: Said,
): Trial["operations"] {
  const { own, reading, fields, compared } = conclusion;
  if (reading === null) return {};
  const said: Trial["operations"] = {};
  if (!own) said[CHECK] = { ...asked, ...(reading as unknown as JsonObject) };
  if (Object.keys(fields).length > 0 && !info) said[INFO] = { ...asked, fields };
  else if (!own) said[INFO] = null;
  if (!own) said["user.info"] = null;
  const byPaste = found.find(({ pointer }) => pointer !== null)?.pointer ?? null;
  const byName = asksFor(asked, "handle") && compared.list === null ? guessedUserId(answers[0]!, people[0]) : null;
  if (wish.resolve !== null && byPaste !== null) said[RESOLVE] = { ...wish.resolve, fields: { userId: byPaste } };
  else if (byName !== null && !own) said[RESOLVE] = { ...asked, fields: { userId: byName } };
  else if (!own && !found.some(({ looked }) => looked)) said[RESOLVE] = null;
  return said;
}
