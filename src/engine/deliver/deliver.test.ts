import { expect, test } from "vitest";
import { channel, delivery, NOW, one, running } from "../../../test/support/delivery-world.ts";
import { startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
import { deliver } from "./deliver.ts";

test("a delivery that cannot be rendered is dead and logged, and the others are sent", async () => {
  const strange: Event = { ...startEvent, id: "evt_strange", type: "live.unheard_of" };
  const events = new Map([startEvent, strange].map((event) => [event.id, event]));
  const own = {
    ...delivery("dlv_1", strange),
    items: [strange, startEvent].map(({ id }) => ({ event: id, mentions: [] })),
  };
  const deliveries = [own, delivery("dlv_2", startEvent)];
  const { deps, settlements, bugs } = running({ deliveries, channels: [channel("ch_1")], events });
  await deliver(NOW, 10, null, deps);
  expect(settlements.map(({ id, status }) => [id, status])).toEqual([
    ["dlv_1", "dead"],
    ["dlv_2", "sent"],
  ]);
  expect(String(bugs)).toContain("live.unheard_of");
});

test("attempts in progress count against the platform's limits", async () => {
  const ids = ["ch_1", "ch_2", "ch_3"];
  const freed: string[] = [];
  let underway = 0;
  let most = 0;
  const { deps, settlements } = running(
    {
      deliveries: ids.map((id) => delivery(`dlv_${id}`, startEvent, id)),
      channels: ids.map(channel),
      events: new Map([[startEvent.id, startEvent]]),
    },
    {
      // An attempt in progress is counted once it has its answer.
      left: () => 2 - settlements.length,
      free: async (_, some) => void freed.push(...some),
      async send() {
        most = Math.max(most, ++underway);
        await Promise.resolve();
        underway -= 1;
        return { status: 200, headers: {}, body: "ok", error: null };
      },
    },
  );
  expect(await deliver(NOW, 10, null, deps)).toMatchObject({ more: true });
  expect([most, settlements.length, freed]).toEqual([2, 2, ["dlv_ch_3"]]);
});

test("a run that has taken a minute waits no longer, and leaves the rest due", async () => {
  const clock = [NOW];
  const { deps, settlements } = running(
    {
      ...one,
      deliveries: [delivery("dlv_1", startEvent)],
      channels: [{ ...channel("ch_1"), pacedUntil: NOW + 61_000 }],
    },
    { wallNow: () => clock.shift() ?? NOW + 58_000 },
  );
  await deliver(NOW, 10, null, deps);
  expect(settlements).toMatchObject([{ id: "dlv_1", status: "pending", attempt: null, nextAttemptAt: NOW + 3000 }]);
});

test("unreadable attachments delay no other delivery, and are tried again", async () => {
  const digest = { ...delivery("dlv_1", startEvent), items: [], edition: "dig_1/1" };
  const { deps, settlements, bugs } = running(
    { ...one, deliveries: [digest, delivery("dlv_2", startEvent)], channels: [channel("ch_1")] },
    { edition: () => Promise.reject(new Error("lost")) },
  );
  expect(await deliver(NOW, 10, null, deps)).toMatchObject({ busy: true });
  expect([settlements.map(({ id }) => id), String(bugs)]).toEqual([["dlv_2"], "Error: lost"]);
});
