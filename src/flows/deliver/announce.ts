import type { Event } from "../../core/event.ts";
import type { OperatorNews } from "../../core/upstream-watch.ts";
import type { Batch } from "../poll/batch.ts";
import type { Commit, Committed } from "../poll/commit.ts";
import { route, type RouteDeps } from "../poll/route.ts";
import { operatorEvent } from "../poll/upstream.ts";
import type { Delivered } from "./deliver.ts";

export interface AnnounceDeps extends RouteDeps {
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
}

/** That channels turned out to be gone, as news for operators. */
export const goneNews = (disabled: Delivered["disabled"], now: number): OperatorNews[] =>
  disabled.map(({ channel, reason }) => ({
    type: "channel.disabled",
    key: `${channel.id}/${now}`,
    data: { channelId: channel.id, name: channel.name, reason },
  }));

/** Commits news that no poll found, and the gate that they close; they are routed like any other. Answers the events. */
export async function announce(
  news: OperatorNews[],
  gate: Commit["gate"],
  now: number,
  deps: AnnounceDeps,
): Promise<Event[]> {
  if (news.length === 0 && gate === null) return [];
  const batch: Batch = { tick: now, slot: null, batches: 1, grant: 0, careful: false, targets: [] };
  const events = news.map((one) => operatorEvent(one, now));
  const counts: Record<string, number> = {};
  for (const { type } of news) counts[`events|${type}`] = (counts[`events|${type}`] ?? 0) + 1;
  const { refused } = await deps.commit({
    id: deps.newId(),
    tick: now,
    slot: null,
    targets: [],
    events,
    revisions: {},
    deliveries: events.length === 0 ? [] : await route(events, batch, deps),
    edits: {},
    samples: {},
    gate,
    watch: null,
    counts,
    answers: { good: 0, bad: 0 },
    unspent: 0,
  });
  if (refused !== null) throw new Error(`news could not be kept: ${refused}`);
  return events;
}
