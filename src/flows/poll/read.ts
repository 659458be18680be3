import type { Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import { pooled } from "../../core/pool.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { Seen } from "./judge.ts";
import type { WatchedTarget } from "./commit.ts";

export type Read = (call: Call) => Promise<Result<Answer, Fault>>;

/** A call that was not started: the grant was spent or the gate had closed. */
const NOT_ASKED: Fault = { kind: "unreachable", status: null, detail: "not asked" };

/** Six connections may wait for an answer at once (the platform's limit per invocation). */
const SIDE_BY_SIDE = 6;

/**
 * Reads the targets, six at a time, with at most `grant` calls; `closes` says which faults let no further call start.
 * Those not asked have `seen` null.
 */
export async function readAll(
  wanted: Omit<Seen, "seen" | "asked">[],
  grant: number,
  read: Read,
  closes: (fault: Fault) => boolean,
): Promise<{ seen: Seen[]; closedBy: Fault | null; unspent: number }> {
  let left = grant;
  let closedBy: Fault | null = null;
  const call = async (asked: Call): Promise<Result<Answer, Fault>> => {
    if (left <= 0 || closedBy !== null) return err(NOT_ASKED);
    left -= 1;
    const answer = await read(asked);
    if (!answer.ok && closes(answer.error)) closedBy ??= answer.error;
    return answer;
  };
  const seen: Seen[] = [];
  await pooled(wanted, SIDE_BY_SIDE, async (one) => {
    seen.push({ ...one, ...(await readOne(one.target, call)) });
  });
  return { seen, closedBy, unspent: left };
}

/** Drives a kind's reading to its end; `seen` is null where its first call was not started. */
async function readOne(target: WatchedTarget, call: Read): Promise<Pick<Seen, "seen" | "asked">> {
  const reading = targetKinds[target.kind]!.read(target.params);
  let asked = 0;
  let step = reading.next();
  while (!step.done) {
    const answer = await call(step.value);
    if (!answer.ok && answer.error === NOT_ASKED && asked === 0) return { seen: null, asked };
    asked += 1;
    step = reading.next(answer);
  }
  return { seen: step.value, asked };
}
