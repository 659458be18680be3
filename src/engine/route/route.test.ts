import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import type { Mention } from "../../core/notice.ts";
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

const routed = async (events: Event[], mentions = new Map<string, Mention[]>()) => {
  const deps = {
    routes: async () => ({
      subscriptions: [everything],
      channels: [{ id: "ch_1", kind: "slack", enabled: true, disabledReason: null }],
      silences: [],
    }),
    earlier: async () => [],
    mentions: async (ids: string[]) =>
      new Map(ids.flatMap((id) => (mentions.has(id) ? [[id, mentions.get(id)!]] : []))),
    cooling: async () => new Set<number>(),
    followed: async () => [],
  };
  return (await route(events, { tick: T, slot: 0, batches: 3 }, deps)).deliveries;
};

test("a merged message is as urgent as its most urgent event, in any order", async () => {
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

test("mentions of the target are added to those of the subscription, each once, and not to other targets", async () => {
  const fans: Mention = { kind: "role", id: "77" };
  const other: Event = { ...startEvent, id: "evt_other", targetId: "tgt_other" };
  const of = new Map([[startEvent.targetId!, [fans, fans, { kind: "here" as const }]]]);
  const items = (await routed([startEvent, other], of)).flatMap((one) => one.items);
  expect(items.map(({ event, mentions }) => [event, mentions])).toEqual([
    [startEvent.id, [fans, { kind: "here" }]],
    ["evt_other", []],
  ]);
});

test("a late start is not sent to channels that got it when it was found", async () => {
  const late: Event = { ...startEvent, late: "came" };
  const notified = (status: "sent" | "suppressed") =>
    route(
      [late],
      { tick: T, slot: null, batches: 1 },
      {
        routes: async () => ({
          subscriptions: [
            {
              ...everything,
              filters: [{ field: "data.info.viewers", op: "ne", value: 1 }],
              factsMissing: "tell",
            } as never,
          ],
          channels: [{ id: "ch_1", kind: "slack", enabled: true, disabledReason: null }],
          silences: [],
        }),
        earlier: async () => [{ channelId: "ch_1", eventId: late.id, deliveryId: "dlv_1", status, heldUntil: null }],
        mentions: async () => new Map(),
        cooling: async () => new Set(),
        followed: async () => [],
      },
    );
  expect((await notified("sent")).deliveries).toEqual([]);
  expect((await notified("suppressed")).deliveries).toMatchObject([{ items: [{ event: late.id }] }]);
});

test("a cooldown checks messages within its number of seconds", async () => {
  const requested: number[] = [];
  await route(
    [startEvent],
    { tick: T, slot: null, batches: 1 },
    {
      routes: async () => ({
        subscriptions: [{ ...everything, cooldownSeconds: 90 } as never],
        channels: [{ id: "ch_1", kind: "slack", enabled: true, disabledReason: null }],
        silences: [],
      }),
      earlier: async () => [],
      mentions: async () => new Map(),
      followed: async () => [],
      async cooling(questions) {
        requested.push(...questions.map(({ after }) => after));
        return new Set();
      },
    },
  );
  expect(requested).toEqual([T - 90_000]);
});
