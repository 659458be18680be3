import type { Fault } from "../../../core/fault.ts";
import { unwrapped } from "../../../core/envelope.ts";
import { isObject, pointed, type Json } from "../../../core/json.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import { probeOpenly, type ProbeDeps } from "../probe.ts";
import type { Credentials } from "../service.ts";
import { asksFor, type Asked } from "./example-address.ts";
import { guessedUserId } from "./guess.ts";
import { digitsOf, type Somebody } from "./somebody.ts";

/** Why no answer could be used, and of whom: 0 who is live, 1 who is not. */
export interface Trouble {
  of: 0 | 1;
  doing: "look up" | "check";
  /** `unnamed`: what is asked for is a name of theirs that is not known. `unread`: the answer is no JSON. */
  fault: Fault | { kind: "unnamed"; asks: "userId" | "handle" } | { kind: "unread" };
}

/** A call as it came back. */
type DisplayName = Extract<Awaited<ReturnType<typeof probeOpenly>>, { ok: true }>["value"];

/** One call of the service that is tried, by the account that is tried. */
export function call(
  operation: string,
  definition: Asked | null,
  params: Somebody["params"],
  account: Credentials | null,
  deps: ProbeDeps,
): Promise<Result<DisplayName, Refusal>> {
  const said = definition === null ? {} : { definition };
  return probeOpenly({ operation, params, ...said, ...(account === null ? {} : { account }) }, deps);
}

/** Why a call's answer is of no use; null where it is JSON that says no failure. */
export function faultIn({ status, body, fault }: DisplayName): Trouble["fault"] | null {
  const good = status !== null && status >= 200 && status <= 299;
  if (!good) return fault ?? { kind: "unreachable", status, detail: "no answer" };
  if (typeof body !== "object" || body === null) return { kind: "unread" };
  const read = unwrapped(body, false, status);
  return read.ok ? null : read.error;
}

/** Somebody with the name that the check asks for. */
export interface Looked {
  somebody: Somebody;
  trouble: Trouble | null;
  /** Where the answer said their user id, of an operation that was pasted. */
  pointer: string | null;
  /** True where the service was asked who it is. */
  looked: boolean;
}

interface LookUp {
  of: 0 | 1;
  /** How the check is asked, and how it is asked who somebody is; null: as it is now. */
  asked: Asked;
  resolve: Asked | null;
  account: Credentials | null;
}

const GONE: Fault = { kind: "gone", status: null, detail: "the service doesn't know this name" };

/** Finds what the check asks for of somebody: the service is asked where they have another name. */
export async function lookUp(somebody: Somebody, wish: LookUp, deps: ProbeDeps): Promise<Result<Looked, Refusal>> {
  const { of, asked, resolve, account } = wish;
  const { params } = somebody;
  const found = (one: Somebody, more: Partial<Looked> = {}) =>
    ok({ somebody: one, trouble: null, pointer: null, looked: false, ...more });
  const trouble = (fault: Trouble["fault"], doing: Trouble["doing"] = "look up") =>
    found(somebody, { trouble: { of, doing, fault } });
  if (params.handle !== undefined && asksFor(asked, "handle")) return found(somebody);
  if (params.userId !== undefined) {
    if (asksFor(asked, "userId")) return found(somebody);
    if (asksFor(asked, "handle")) return trouble({ kind: "unnamed", asks: "handle" }, "check");
    return found({ ...somebody, params: { roomId: params.userId } });
  }
  const got = await call("user.resolve", resolve, params, account, deps);
  if (!got.ok) return got.error.kind === "invalid" ? trouble({ kind: "unnamed", asks: "userId" }) : got;
  const { body, decoded, fault } = got.value;
  const wrong = resolve === null ? fault : faultIn(got.value);
  const pointer = wrong === null && resolve !== null ? guessedUserId(body, somebody) : null;
  const id = digitsOf(pointer === null ? idIn(decoded) : pointed(body, pointer));
  if (id === null) return trouble(wrong ?? GONE);
  return found({ ...somebody, params: { ...params, userId: id } }, { pointer, looked: true });
}

const idIn = (decoded: Json): Json | undefined => (isObject(decoded) ? decoded["userId"] : undefined);
