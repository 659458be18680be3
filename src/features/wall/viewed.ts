import { DAY_MS } from "../../core/duration.ts";

/** Viewers over time: epoch ms and count. */
export type Viewers = [at: number, count: number][];

export interface ViewersDeps {
  /** The viewers of each target since an instant, oldest first. */
  viewers(targetIds: string[], since: number): Promise<Map<string, Viewers>>;
}

/** A live target and when its stream started, epoch ms. */
interface Streaming {
  id: string;
  startedAt: number;
}

/** The viewers of each stream by target, at most those of a day. `at` is epoch ms. */
export async function viewedOf(streams: Streaming[], at: number, deps: ViewersDeps): Promise<Map<string, Viewers>> {
  if (streams.length === 0) return new Map();
  const since = Math.max(at - DAY_MS, Math.min(...streams.map(({ startedAt }) => startedAt)));
  const viewed = await deps.viewers(
    streams.map(({ id }) => id),
    since,
  );
  return new Map(
    streams.map(({ id, startedAt }) => [id, (viewed.get(id) ?? []).filter(([time]) => time >= startedAt)]),
  );
}
