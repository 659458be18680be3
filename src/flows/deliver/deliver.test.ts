import { expect, test } from "vitest";
import { startEvent } from "../../../test/support/messages.ts";
import { API_BASES } from "../../channels/bases.ts";
import type { Event } from "../../core/event.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import type { Settlement } from "./outbox.ts";

const NOW = 1_800_000_000_000;

test("a delivery that cannot be put into words is dead by itself, and logged; the others go out", async () => {
  const strange: Event = { ...startEvent, id: "evt_strange", type: "live.unheard_of" };
  const events = new Map([startEvent, strange].map((event) => [event.id, event]));
  const delivery = (id: string, event: Event) => ({
    id,
    channelId: "ch_1",
    items: [{ event: event.id, mentions: [] }, ...(event === strange ? [{ event: startEvent.id, mentions: [] }] : [])],
    attempts: [],
    edits: null,
    edition: null,
    board: null,
    messageRef: null,
    madeAt: NOW,
  });
  const settlements: Settlement[] = [];
  const bugs: unknown[] = [];
  const deps: DeliverDeps = {
    take: async () => ({
      taker: "run",
      deliveries: [delivery("dlv_1", strange), delivery("dlv_2", startEvent)],
      channels: [
        {
          id: "ch_1",
          updatedAt: 0,
          kind: "slack",
          name: "c",
          enabled: true,
          disabledReason: null,
          failure: null,
          recoveredAt: null,
          language: null,
          pacedUntil: 0,
          failingSince: null,
          settings: { url: "https://hooks.slack.com/services/T/B/x" },
        },
      ],
      events,
      more: false,
      busy: false,
    }),
    send: async () => ({ status: 200, headers: {}, body: "ok", error: null }),
    settle: async ({ deliveries }) => {
      settlements.push(...deliveries);
      return 0;
    },
    divide: async () => undefined,
    free: async () => undefined,
    left: () => 100,
    count: () => undefined,
    random: () => 0,
    wallNow: () => NOW,
    language: "en",
    sideBySide: 6,
    sleep: async () => undefined,
    edition: async () => null,
    board: async () => null,
    bug: (thrown) => bugs.push(thrown),
    bases: API_BASES,
    pictures: { drawer: async () => null, publicUrl: null, mostFiles: 0 },
  };
  await deliver(NOW, 10, null, deps);
  expect(settlements.map(({ id, status }) => [id, status])).toEqual([
    ["dlv_1", "dead"],
    ["dlv_2", "sent"],
  ]);
  expect(String(bugs)).toContain("live.unheard_of");
});
