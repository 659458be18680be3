import type { OperatorNews } from "../../core/drift-detector.ts";
import { sideBySide } from "../../core/concurrency.ts";
import { drain } from "./drain.ts";
import { troubled, type Delivered, type DeliverDeps, type Run } from "./run.ts";

/** Notifies operators of channels that were disabled because their destination no longer exists. */
export const disabledNews = (disabled: Delivered["disabled"], now: number): OperatorNews[] =>
  disabled.map(({ channel, reason }) => ({
    type: "channel.disabled",
    key: `${channel.id}/${now}`,
    data: { channelId: channel.id, name: channel.name, reason },
  }));

/**
 * Sends at most `max` deliveries due at `now` (tick time): channels concurrently, each in its own order. A failing
 * channel does not affect others. What was not tried is released at the end.
 */
export async function deliver(
  now: number,
  max: number,
  complete: number | null,
  deps: DeliverDeps,
): Promise<Delivered> {
  const startedAt = deps.wallNow();
  const taken = await deps.take(now, max, complete);
  const run: Run = {
    now,
    startedAt,
    taken,
    untried: new Set(taken.deliveries.map(({ id }) => id)),
    channels: new Set(taken.channels.map(({ id }) => id)),
    underway: 0,
    delivered: { settlements: [], more: taken.more, busy: taken.busy, retries: new Map(), disabled: [] },
  };
  // Deliveries that fail together are retried together, with one wake-up.
  const jitter = deps.random();
  const steady = { ...deps, random: () => jitter };
  await sideBySide(taken.channels, deps.sideBySide, async (channel) => {
    await drain(channel, run, steady).catch((thrown: unknown) => troubled(thrown, run, deps));
  });
  if (run.untried.size > 0 || run.channels.size > 0)
    await deps.free(taken.taker, [...run.untried]).catch((thrown: unknown) => deps.bug(thrown));
  return run.delivered;
}
