import { expect, test } from "vitest";
import { release, type HeldDelivery, type ReleaseDeps } from "./release.ts";

const NOW = 1_800_000_000_000;

const held = (id: string, channelKind: string, ...events: string[]): HeldDelivery => ({
  id,
  channelId: `ch_${channelKind}`,
  channelKind,
  items: events.map((event) => ({ event, mentions: [] })),
  heldUntil: NOW,
});

async function released(...all: HeldDelivery[]) {
  const created: Parameters<ReleaseDeps["summarize"]>[0] = [];
  await release(NOW, { dueHeld: async () => all, summarize: async (some) => void created.push(...some) });
  return created.map(({ items, holds }) => [items.map(({ event }) => event), holds]);
}

test("what was held for a channel is sent as one message that names each delivery once", async () => {
  expect(await released(held("dlv_1", "slack", "a", "b"), held("dlv_2", "slack", "c"))).toEqual([
    [
      ["a", "b", "c"],
      ["dlv_1", "dlv_2"],
    ],
  ]);
});

test("without grouping each event is sent as a message", async () => {
  expect(await released(held("dlv_1", "webhook", "a"), held("dlv_2", "webhook", "b"))).toEqual([
    [["a"], ["dlv_1"]],
    [["b"], ["dlv_2"]],
  ]);
  expect(await released()).toEqual([]);
});
