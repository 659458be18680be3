import { eventId } from "../../core/ids.ts";
import type { Event } from "../../core/event.ts";
import type { Batch } from "../poll/batch.ts";
import type { Commit, Committed } from "../poll/commit.ts";
import { route, type RouteDeps } from "../poll/route.ts";
import type { Delivered } from "./deliver.ts";

interface AnnounceDeps extends RouteDeps {
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
}

/** Tells on other channels that a channel is gone. Answers the events that it committed. */
export async function announce(disabled: Delivered["disabled"], now: number, deps: AnnounceDeps): Promise<Event[]> {
  if (disabled.length === 0) return [];
  const batch: Batch = { tick: now, slot: null, batches: 1, grant: 0, careful: false, targets: [] };
  const events = disabled.map(({ channel, reason }): Event => {
    const data = { channelId: channel.id, name: channel.name, reason };
    return {
      id: eventId(null, "channel.disabled", `${channel.id}/${now}`),
      type: "channel.disabled",
      targetId: null,
      watchlistId: null,
      target: null,
      occurredAt: now,
      detectedAt: now,
      window: { from: null, to: now },
      data,
      follows: null,
    };
  });
  await deps.commit({
    id: deps.newId(),
    tick: now,
    slot: null,
    targets: [],
    events,
    revisions: {},
    deliveries: await route(events, batch, deps),
    edits: {},
    samples: {},
    gate: null,
    watch: null,
    counts: { "events|channel.disabled": events.length },
    unspent: 0,
  });
  return events;
}
