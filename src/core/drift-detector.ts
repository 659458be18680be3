import type { Fix } from "./channel-failure.ts";
import { iso } from "./instant.ts";
import type { JsonObject } from "./json.ts";
import type { LearnedSize } from "./shared-calls.ts";

/** The stored health of the polled service, besides the circuit breaker. Instants are tick time, epoch ms. */
export interface Watch {
  /** By operation: since when most answers have been malformed. */
  drift: Record<string, Drift>;
  /** Since when a mass flip has been held back; null for none. */
  suspectSince: number | null;
  /** By problem: the ticks of the last day at which it was reported, oldest first. The drift of an operation has its name. */
  reported?: Record<string, number[]>;
  /** By operation that asks for many targets in one call: the size that it took after it refused larger ones. */
  sizes?: Record<string, LearnedSize>;
}

interface Drift {
  since: number;
  /** The last tick with mostly malformed answers. */
  at: number;
  /** Consecutive ticks with mostly malformed answers. */
  strikes: number;
  /** The tick since which most answers are good again; omitted while they are not. */
  goodSince?: number;
}

/** The answers of one batch, by operation, and whether its live targets flipped together. */
export interface Observed {
  tick: number;
  operations: Record<string, { good: number; bad: number; path: string | undefined }>;
  /** Null if no live target was polled. */
  massFlip: boolean | null;
}

/** News that no poll found, which become events without a target. */
export interface News<Type extends string = string, Data extends JsonObject = JsonObject> {
  type: Type;
  key: string;
  data: Data;
}

type OfUpstream = { status: number; detail: string; since: string };

/** News for operators, which the engine turns into events. Each type has a row in `src/kinds/operator-events.ts`. */
export type OperatorNews =
  | News<`upstream.${"unauthorized" | "key_expired" | "throttled"}`, OfUpstream & { until: string; operation?: string }>
  | News<"upstream.drifted", OfUpstream & { operation: string; path: string | null }>
  | News<"upstream.suspect", OfUpstream & { operation?: string }>
  | News<"upstream.recovered", OfUpstream & { of: string; operation?: string }>
  | News<"system.degraded" | "system.recovered", { reason: string; detail: string; since: string }>
  | News<"channel.disabled", { channelId: string; name: string; reason: string }>
  | News<
      "channel.failing",
      { channelId: string; name: string; since: string; reason: string; fix: Fix; waiting: number }
    >
  | News<"channel.recovered", { channelId: string; name: string; since: string; reason: string; waiting: number }>
  | News<"channel.changed", { channelId: string; name: string; by: string }>;

export const CALM: Watch = { drift: {}, suspectSince: null };

/** Consecutive ticks with mostly malformed answers that count as drift. */
export const STRIKES = 2;

const MINUTE_MS = 60_000;

/**
 * How long answers must stay good until a drift is over, by the number of drifts of the operation reported within a
 * day. The first drift ends with the first good answers. Further ones end only after answers stay good for the given
 * time, so that an intermittent drift causes at most 14 reports a day.
 */
const GOOD_FOR_MS = [0, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS];

/** How long answers must stay good until a problem is over that was reported at these times, milliseconds. */
export function goodForMs(reported: number[] | undefined, now: number): number {
  const { length } = lastDay(reported, now);
  return GOOD_FOR_MS[Math.min(Math.max(length, 1), GOOD_FOR_MS.length) - 1]!;
}

/** The times within the last day, with this one. */
export const reportedAlso = (times: number[] | undefined, now: number): number[] => [...lastDay(times, now), now];

const lastDay = (times: number[] | undefined, now: number): number[] =>
  (times ?? []).filter((at) => now - at < 1440 * MINUTE_MS);

/**
 * Updates the drift detector with the answers of a batch. Drift: most answers of an operation were malformed in two
 * consecutive ticks. It ends with the first good answers; a further drift within a day ends once answers have stayed
 * good. Suspect: half of the live targets polled together flipped the same way; it ends with the next batch of live
 * targets that does not. Each is reported once: the same news found by two batches has the same key.
 */
export function watchUpstream(watch: Watch, seen: Observed): { watch: Watch; news: OperatorNews[] } {
  const { drift, reported, news } = watchDrift(watch, seen);
  let suspectSince = watch.suspectSince;
  if (seen.massFlip === true && suspectSince === null) {
    suspectSince = seen.tick;
    const detail = "half of the live targets changed the same way at once; the changes are held until the next poll";
    news.push({
      type: "upstream.suspect",
      key: String(seen.tick),
      data: { status: 200, detail, since: iso(seen.tick) },
    });
  } else if (seen.massFlip === false && suspectSince !== null && seen.tick > suspectSince) {
    news.push(recovered("upstream.suspect", String(suspectSince), 200, suspectSince));
    suspectSince = null;
  }
  return { watch: { ...watch, drift, suspectSince, ...(reported === undefined ? {} : { reported }) }, news };
}

/** Compares the good and malformed answers of each operation. */
function watchDrift(
  watch: Watch,
  seen: Observed,
): Pick<Watch, "drift"> & { reported: Watch["reported"]; news: OperatorNews[] } {
  const news: OperatorNews[] = [];
  const drift: Watch["drift"] = { ...watch.drift };
  let { reported } = watch;
  for (const [operation, { good, bad, path }] of Object.entries(seen.operations)) {
    const known = drift[operation];
    if (bad > good) {
      const strikes = known === undefined ? 1 : known.at === seen.tick ? known.strikes : known.strikes + 1;
      const since = known?.since ?? seen.tick;
      drift[operation] = { since, at: seen.tick, strikes };
      if (strikes !== STRIKES || known?.at === seen.tick) continue;
      news.push(drifted(operation, since, path));
      reported = { ...reported, [operation]: reportedAlso(reported?.[operation], seen.tick) };
    } else if (known !== undefined && good > 0 && known.at !== seen.tick) {
      const goodSince = known.goodSince ?? seen.tick;
      if (known.strikes < STRIKES) delete drift[operation];
      else if (seen.tick - goodSince < goodForMs(reported?.[operation], seen.tick))
        drift[operation] = { ...known, goodSince };
      else {
        delete drift[operation];
        news.push(recovered("upstream.drifted", `${operation}/${known.since}`, 200, known.since, operation));
      }
    }
  }
  return { drift, reported, news };
}

function drifted(operation: string, since: number, path: string | undefined): OperatorNews {
  const where = path === undefined ? "" : ` at ${path === "" ? "its root" : path}`;
  const detail = `most answers of ${operation} can no longer be decoded${where}`;
  const data = { status: 200, detail, since: iso(since), operation, path: path ?? null };
  return { type: "upstream.drifted", key: `${operation}/${since}`, data };
}

/** The news that a problem is over; `of` is the event type that reported it, `operation` what it was about. */
export const recovered = (
  of: string,
  key: string,
  status: number,
  since: number,
  operation?: string,
): OperatorNews => ({
  type: "upstream.recovered",
  key: `${of}/${key}`,
  data: {
    status,
    detail: operation === undefined ? "the data service works again" : `the data service answers ${operation} again`,
    since: iso(since),
    of,
    ...(operation === undefined ? {} : { operation }),
  },
});
