import type { Commit } from "../../core/commit.ts";
import type { Fault } from "../../core/fault.ts";
import { closedBy, gateNews, type Gate } from "../../core/gate.ts";
import { err, type Result } from "../../core/result.ts";
import type { OperatorNews } from "../../core/upstream-watch.ts";
import type { UpstreamTool } from "../../resources/resource.ts";
import type { Answer, Call } from "../../targets/kind.ts";
import { faultOf } from "./poll-now.ts";

/** What a call that a person asked for draws on: the gate and the budget of the timetable. */
export interface OwnCallDeps {
  gate(): Promise<Gate | null>;
  /** Takes calls from the budget; else the seconds after which there may be enough. */
  spend(calls: number): Promise<Result<null, number>>;
  now(): Promise<number>;
  /** Commits the gate that a refusal closes, and tells operators of it. */
  announce(news: OperatorNews[], gate: NonNullable<Commit["gate"]>, now: number): Promise<void>;
}

/** A refusal or a 429 that such a call meets holds for everyone, as if a poll had met it. */
export async function closeGate(gate: Gate | null, answer: Result<Answer, Fault>, deps: OwnCallDeps): Promise<void> {
  if (answer.ok) return;
  const now = await deps.now();
  const closed = closedBy(answer.error, gate, now);
  if (closed === null) return;
  const news = closed.since === gate?.since ? [] : [gateNews(closed)];
  await deps.announce(news, { read: gate, write: closed }, now);
}

/** Calls of the polled service while something is kept: null where the budget has none to spare now. */
export const askedOnce =
  (deps: OwnCallDeps, read: (call: Call) => Promise<Result<Answer, Fault>>): UpstreamTool["ask"] =>
  async (call) => {
    const gate = await deps.gate();
    if (gate !== null && (await deps.now()) < gate.until) return err(faultOf(gate));
    if (!(await deps.spend(1)).ok) return null;
    const answer = await read(call);
    await closeGate(gate, answer, deps);
    return answer;
  };

/** For many that are kept at once: whatever is to be looked up waits for the ticks. */
export const askingLater = ({ has }: UpstreamTool): UpstreamTool => ({ has, ask: async () => null });
