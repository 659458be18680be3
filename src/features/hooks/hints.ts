import { conflict, type Refusal } from "../../core/refusal.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { blocking, type OwnCallDeps } from "../../engine/upstream/own-call.ts";
import type { Batch } from "../../engine/poll/batch.ts";
import { calledFor } from "../../kinds/operations.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { Target } from "../creators/resource/form.ts";
import { unknownHint, type Hint } from "./hint.ts";
import type { Hook } from "./resource/hook.ts";

/** A target to poll because of a hint. Instants are epoch ms: tick time or wall clock, and wall clock. */
export interface Claim {
  /** Identifies the request. */
  id: string;
  hookId: string;
  targetId: string;
  calls: number;
  at: number;
  wallAt: number;
  /** Calls a minute: those of the hook, and those of all hooks together. */
  share: number;
  together: number;
}

/** What became of a claim: another hint was there within ten seconds, or the share is used up. */
export interface Claimed {
  outcome: "claimed" | "recent" | "share";
  /** Calls that the hook has taken in this minute. */
  used: number;
}

export interface HookDeps extends Pick<OwnCallDeps, "gate" | "breakers" | "now"> {
  /** Finds a hook by its key; null if there is none. */
  bySecret(secret: string): Promise<Hook | null>;
  /** The ids of the targets that a hint names, of one watchlist or of all (null). */
  idsOf(hint: Hint, watchlistId: string | null): Promise<string[]>;
  targets(ids: string[]): Promise<Target[]>;
  claim(claim: Claim): Promise<Claimed>;
  /** Undoes a claim whose poll the budget does not allow. */
  release(claim: Claim): Promise<void>;
  /** The budget: calls per minute. */
  perMinute(): Promise<number>;
  /** Takes calls from the budget, as far as it has refilled by now. The error is the number of seconds to wait. */
  spend(calls: number): Promise<Result<null, number>>;
  /** The maximum number of optional calls of a poll. */
  optionalCalls(): Promise<number>;
  /** Polls a batch soon, in another invocation if the queue takes it. */
  enqueue(batch: Batch): Promise<void>;
  newId(): string;
  wallNow(): number;
}

/** One hook takes at most this share of the budget, and all hooks together at most half of it. */
const SHARE = 4;
const TOGETHER = 2;

/** What a hint led to. */
export interface Hinted {
  targetIds: string[];
  /** True if at least one of them is polled now. */
  polling: boolean;
}

/**
 * Polls the targets that a hint names, within the hook's share of the budget and at most once in ten seconds each. A
 * hint is no observation: only the polls find what is the case.
 */
export async function hinted(hook: Hook, hint: Hint, deps: HookDeps): Promise<Result<Hinted, Refusal>> {
  const ids = await deps.idsOf(hint, hook.watchlistId);
  const found = ids.length === 0 ? [] : await deps.targets(ids);
  if (found.length === 0) return unknownHint(hint);
  const enabled = found.filter((one) => one.enabled);
  if (enabled.length === 0) return conflict("This target is paused, so it isn't checked.");
  const faultOf = await blocking(deps);
  let polling = false;
  for (const one of enabled) {
    if (faultOf(calledFor(one)) !== null) continue;
    const polled = await pollSoon(one, hook, deps);
    if (!polled.ok && !polling) return polled;
    polling ||= polled.ok && polled.value;
  }
  return ok({ targetIds: enabled.map(({ id }) => id), polling });
}

/** Orders the poll of one target. False if another hint already did. */
async function pollSoon(target: Target, hook: Hook, deps: HookDeps): Promise<Result<boolean, Refusal>> {
  const [at, perMinute] = await Promise.all([deps.now(), deps.perMinute()]);
  const calls = targetKinds[target.kind]!.calls(target.params);
  const claim: Claim = {
    id: deps.newId(),
    hookId: hook.id,
    targetId: target.id,
    calls,
    at,
    wallAt: deps.wallNow(),
    share: shareOf(perMinute),
    together: Math.max(1, Math.floor(perMinute / TOGETHER)),
  };
  const { outcome, used } = await deps.claim(claim);
  if (outcome === "recent") return ok(false);
  if (outcome === "share") return err(usedUp(at));
  // A poll makes optional calls only if it finds a start, and gives them back otherwise. Many hints hold back none.
  const optional = await deps.optionalCalls();
  const spared = optional > 0 && used * (1 + optional) <= claim.share && (await deps.spend(calls + optional)).ok;
  const spent = spared ? ok(null) : await deps.spend(calls);
  if (!spent.ok) {
    await deps.release(claim);
    return err({ kind: "throttled", detail: "The call budget is used up for now.", retryAfterSeconds: spent.error });
  }
  await deps.enqueue({
    tick: at,
    slot: null,
    batches: 1,
    grant: calls,
    spare: spared ? optional : 0,
    careful: false,
    targets: [[target.id, target.lastPolledAt ?? 0, calls]],
  });
  return ok(true);
}

/** Calls a minute of one hook. */
const shareOf = (perMinute: number): number => Math.max(1, Math.floor(perMinute / SHARE));

const usedUp = (at: number): Refusal => ({
  kind: "throttled",
  detail: "This hook has used its share of the budget: a quarter of the calls a minute, and half for all hooks.",
  retryAfterSeconds: Math.max(1, Math.ceil((60_000 - (at % 60_000)) / 1000)),
});
