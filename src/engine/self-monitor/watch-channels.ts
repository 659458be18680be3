import { channelKinds } from "../../channels/registry.ts";
import { type ChannelFailure, isFailing, SILENT_MS } from "../../core/channel-failure.ts";
import { iso } from "../../core/instant.ts";
import type { OperatorNews } from "../../core/drift-detector.ts";
import type { Proof, Seen } from "../../core/proof.ts";
import type { FailingChannels } from "../../core/health-snapshot.ts";
import { operatorWords } from "../../kinds/operator-words/words.ts";

/** What a tick reads of the rule that decides who is live. */
export interface Proving {
  proof: Proof | null;
  /** The first start and end since the rule applies, unless the proof already has them. */
  start: Seen | null;
  end: Seen | null;
}

/** Updates the proof. `rule` is null if only the demo's service is connected. A new rule starts a new proof. */
export function proofAt({ proof, start, end }: Proving, rule: string | null, now: number): Proof | null {
  if (rule === null) return null;
  if (proof?.rule !== rule) return { rule, since: now, start: null, end: null };
  return { ...proof, start: proof.start ?? start, end: proof.end ?? end };
}

/** A channel whose messages fail, or failed until one arrived. */
export interface TroubledChannel {
  id: string;
  name: string;
  kind: string;
  failingSince: number | null;
  failure: ChannelFailure;
  /** The number of waiting deliveries; null if they were not counted this time. */
  waiting: number | null;
}

/** The reported failure of a channel, which replaces the one before. */
interface ChannelReport {
  id: string;
  before: ChannelFailure;
  after: ChannelFailure | null;
}

export interface ChannelWatchDeps {
  /** `recount` counts waiting deliveries completely. */
  troubled(recount: boolean): Promise<TroubledChannel[]>;
  keepReports(reports: ChannelReport[]): Promise<void>;
}

export interface WatchedChannels {
  news: OperatorNews[];
  reports: ChannelReport[];
  failing: FailingChannels | null;
}

/** The news of a tick about channels: each failure once, and once that messages arrive again. Pure. */
export function watchChannels(troubled: TroubledChannel[], now: number): WatchedChannels {
  const news: OperatorNews[] = [];
  const reports: ChannelReport[] = [];
  const failing: TroubledChannel[] = [];
  for (const { waiting: counted, ...one } of troubled) {
    const { id, name, failingSince, failure: before } = one;
    const waiting = counted ?? before.waiting;
    const { recoveredAt, reportedSince, reason, fix } = before;
    let after: ChannelFailure | null = { ...before, waiting };
    // What was refused is no longer stored, and other messages arrive.
    const isOver = before.request !== undefined && counted === 0;
    if (isOver) {
      if (reportedSince !== null) news.push(recovery(one, iso(reportedSince), waiting));
      reports.push({ id, before, after: null });
      continue;
    }
    if (recoveredAt !== null) {
      const since = iso(reportedSince ?? recoveredAt);
      news.push(recovery(one, since, waiting));
      after = failingSince === null ? null : { ...after, recoveredAt: null, reportedSince: null };
    }
    if (failingSince !== null && after !== null) {
      const silent = now - failingSince >= SILENT_MS && waiting > 0;
      if (silent || isFailing({ failingSince, failure: after })) {
        const since = iso(failingSince);
        if (after.reportedSince === null)
          news.push({
            type: "channel.failing",
            key: `${id}/${since}`,
            data: { channelId: id, name, since, reason, fix, waiting },
          });
        after = { ...after, reportedSince: after.reportedSince ?? failingSince };
        failing.push({ ...one, failure: after, waiting });
      }
    }
    if (JSON.stringify(after) !== JSON.stringify(before)) reports.push({ id, before, after });
  }
  return { news, reports, failing: summaryOf(failing) };
}

const recovery = (
  { id, name, failure: { reason } }: Pick<TroubledChannel, "id" | "name" | "failure">,
  since: string,
  waiting: number,
): OperatorNews => ({
  type: "channel.recovered",
  key: `${id}/${since}`,
  data: { channelId: id, name, since, reason, waiting },
});

/** Describes the failing channels for operators; null if there are none. */
function summaryOf(failing: TroubledChannel[]): FailingChannels | null {
  const [first] = failing;
  if (first === undefined) return null;
  const { name, kind, failure } = first;
  const rest = failing.length - 1;
  const more = rest === 0 ? "" : ` So ${rest === 1 ? "does 1 other channel" : `do ${rest} other channels`}.`;
  const title = channelKinds[kind]?.title ?? kind;
  return {
    since: Math.min(...failing.map(({ failingSince }) => failingSince!)),
    detail: `The channel "${name}" (${title}) receives no messages: ${failure.reason}. ${operatorWords.en.fixes[failure.fix]}${more}`,
  };
}
