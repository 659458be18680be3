import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import { route } from "./route.ts";

const T = startEvent.detectedAt;

const everything = {
  id: "sub_1",
  watchlistId: null,
  targetId: null,
  channelId: "ch_1",
  events: ["*"],
  enabled: true,
  mention: null,
  template: {},
  cooldownSeconds: 0,
  group: true,
  onEnd: "edit",
  factsMissing: "tell",
  quietHours: null,
  filters: [],
} as unknown as Subscription;

const routed = async (events: Event[]) => {
  const deps = {
    routes: async () => ({
      subscriptions: [everything],
      channels: [{ id: "ch_1", kind: "slack", enabled: true, disabledReason: null }],
      silences: [],
    }),
    earlier: async () => [],
    cooling: async () => new Set<number>(),
  };
  return (await route(events, { tick: T, slot: 0, batches: 3 }, deps)).deliveries;
};

test("what joins a message makes it as urgent as the most urgent of it, whichever comes first", async () => {
  const renamed: Event = { ...startEvent, id: "evt_renamed", type: "target.renamed", data: {} };
  const [alone] = await routed([renamed]);
  expect(alone).toMatchObject({ urgent: false, openUntil: T + 30_000 });
  for (const events of [
    [renamed, startEvent],
    [startEvent, renamed],
  ]) {
    const deliveries = await routed(events);
    expect(deliveries).toMatchObject([{ urgent: true, openUntil: T + 1000 }]);
    expect(deliveries[0]!.items.map(({ event }) => event)).toEqual(events.map(({ id }) => id));
  }
});
