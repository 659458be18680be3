import { iso } from "./instant.ts";
import type { JsonObject } from "./json.ts";

/** What is remembered of the upstream's health beside the gate. */
export interface Watch {
  /** By operation: since when most answers have not decoded. */
  drift: Record<string, Drift>;
  /** Since when a mass flip is being held back; null for none. */
  suspectSince: number | null;
}

interface Drift {
  since: number;
  /** The last tick that found most answers malformed. */
  at: number;
  /** How many ticks in a row did. */
  strikes: number;
}

/** How the answers of one batch decoded, by operation, and whether its live targets flipped together. */
export interface Observed {
  tick: number;
  operations: Record<string, { good: number; bad: number; path: string | undefined }>;
  /** True and false where live targets were polled; null where none was. */
  massFlip: boolean | null;
}

interface News<Type extends string, Data extends JsonObject> {
  type: Type;
  key: string;
  data: Data;
}

type OfUpstream = { status: number; detail: string; since: string };

/** Something an operator should know; the flow makes an event of it. Each has a row in `src/targets/operator-events.ts`. */
export type OperatorNews =
  | News<`upstream.${"unauthorized" | "key_expired" | "throttled"}`, OfUpstream & { until: string }>
  | News<"upstream.drifted", OfUpstream & { operation: string; path: string | null }>
  | News<"upstream.suspect", OfUpstream>
  | News<"upstream.recovered", OfUpstream & { of: string }>
  | News<"system.degraded" | "system.recovered", { reason: string; detail: string; since: string }>
  | News<"channel.disabled", { channelId: string; name: string; reason: string }>
  | News<"channel.changed", { channelId: string; name: string; by: string }>;

export const CALM: Watch = { drift: {}, suspectSince: null };

/** So many ticks in a row with mostly malformed answers are drift. */
export const STRIKES = 2;

/**
 * What a batch says about the upstream. Drifted: most answers of one operation were malformed in two ticks in a row.
 * Suspect: half of the live targets polled together flipped the same way. Each is told once, and once more when the
 * first good answers come. The same news found by two batches has the same key.
 */
export function watchUpstream(watch: Watch, seen: Observed): { watch: Watch; news: OperatorNews[] } {
  const news: OperatorNews[] = [];
  const drift: Watch["drift"] = { ...watch.drift };
  for (const [operation, { good, bad, path }] of Object.entries(seen.operations)) {
    const known = drift[operation];
    if (bad > good) {
      const strikes = known === undefined ? 1 : known.at === seen.tick ? known.strikes : known.strikes + 1;
      const since = known?.since ?? seen.tick;
      drift[operation] = { since, at: seen.tick, strikes };
      if (strikes === STRIKES && known?.at !== seen.tick) news.push(drifted(operation, since, path));
    } else if (known !== undefined && good > 0 && known.at !== seen.tick) {
      delete drift[operation];
      if (known.strikes >= STRIKES)
        news.push(recovered("upstream.drifted", `${operation}/${known.since}`, 200, known.since));
    }
  }
  let suspectSince = watch.suspectSince;
  if (seen.massFlip === true && suspectSince === null) {
    suspectSince = seen.tick;
    const detail = "half of the live targets flipped the same way at once; held back until they are polled again";
    news.push({
      type: "upstream.suspect",
      key: String(seen.tick),
      data: { status: 200, detail, since: iso(seen.tick) },
    });
  } else if (seen.massFlip === false && suspectSince !== null && seen.tick > suspectSince) {
    news.push(recovered("upstream.suspect", String(suspectSince), 200, suspectSince));
    suspectSince = null;
  }
  return { watch: { drift, suspectSince }, news };
}

function drifted(operation: string, since: number, path: string | undefined): OperatorNews {
  const where = path === undefined ? "" : ` at ${path === "" ? "its root" : path}`;
  const detail = `most answers of ${operation} no longer decode${where}`;
  const data = { status: 200, detail, since: iso(since), operation, path: path ?? null };
  return { type: "upstream.drifted", key: `${operation}/${since}`, data };
}

/** The first good answer after a trouble; `of` names the type that ended. */
export const recovered = (of: string, key: string, status: number, since: number): OperatorNews => ({
  type: "upstream.recovered",
  key: `${of}/${key}`,
  data: { status, detail: "the upstream answers well again", since: iso(since), of },
});
