import { bug, type Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import { pooled } from "../../core/pool.ts";
import type { Answer, Call, Reading } from "../../targets/kind.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { Seen } from "./judge.ts";
import type { WatchedTarget } from "./batch.ts";

export type Read = (call: Call) => Promise<Result<Answer, Fault>>;

/** A call that was not started: the grant was spent, the gate had closed, or it was too late. */
const NOT_ASKED: Fault = { kind: "unreachable", status: null, detail: "not asked" };

/** Six connections may wait for an answer at once (the platform's limit per invocation). */
const SIDE_BY_SIDE = 6;

interface Reader {
  read: Read;
  /** The faults that let no further call start. */
  closes: (fault: Fault) => boolean;
  /** True once no further call may start. */
  late: () => boolean;
  bug: (thrown: unknown) => void;
}

/** Reads the targets, six at a time, with at most `grant` calls. Those not asked have `seen` null; `made` counts the calls. */
export async function readAll(
  wanted: Omit<Seen, "seen" | "asked" | "resolves">[],
  grant: number,
  { read, closes, late, bug: report }: Reader,
): Promise<{ seen: Seen[]; closedBy: Fault | null; made: number }> {
  let made = 0;
  let closedBy: Fault | null = null;
  const call = async (asked: Call): Promise<Result<Answer, Fault>> => {
    if (made >= grant || closedBy !== null || late()) return err(NOT_ASKED);
    made += 1;
    const answer = await read(asked);
    if (!answer.ok && closes(answer.error)) closedBy ??= answer.error;
    return answer;
  };
  const seen: Seen[] = [];
  await pooled(wanted, SIDE_BY_SIDE, async (one) => {
    const read = await readOne(one.target, call).catch((thrown: unknown) => {
      report(thrown);
      return { seen: err(bug(thrown, "reading it")), asked: one.calls, resolves: false };
    });
    seen.push({ ...one, ...read });
  });
  return { seen, closedBy, made };
}

/** Drives a kind's reading to its end; `seen` is null where its first call was not started. */
async function readOne(target: WatchedTarget, call: Read): Promise<Pick<Seen, "seen" | "asked" | "resolves">> {
  const kind = targetKinds[target.kind];
  if (kind === undefined) return { seen: err(unknownKind(target.kind)), asked: 0, resolves: false };
  const asksWho = kind.resolves === undefined || kind.resolves.named(target.params) === null ? null : kind.resolves;
  const resolves = asksWho !== null;
  const reading: Reading<unknown> = asksWho === null ? kind.read(target.params) : asksWho.read(target.params);
  let asked = 0;
  let step = reading.next();
  while (!step.done) {
    const answer = await call(step.value);
    if (!answer.ok && answer.error === NOT_ASKED && asked === 0) return { seen: null, asked, resolves };
    asked += 1;
    step = reading.next(answer);
  }
  return { seen: step.value, asked, resolves };
}

/** A row that a newer version made. */
const unknownKind = (kind: string): Fault => ({
  kind: "bug",
  status: null,
  detail: `this version of Tallylight knows no kind ${JSON.stringify(kind.slice(0, 40))}`,
});
