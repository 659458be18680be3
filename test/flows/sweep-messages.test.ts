import { expect, test } from "vitest";
import { EMPTY_COMMIT } from "../../src/engine/commit.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { GATHER_ALL_MS, GATHER_MS } from "../../src/engine/route/assign-delivery.ts";
import { answered, startEvent } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { tellingOn } from "../support/delivery-world.ts";

const T = Date.UTC(2026, 0, 5, 12);
const BATCHES = 50;

/**
 * A sweep of batches, one every `everyMs`, each of which finds `finds(n)` events for one channel. Returns its messages
 * and the number of wake-ups.
 */
async function swept(everyMs: number, finds: (batch: number) => number, urgent: boolean) {
  const telling = tellingOn(await migratedSqlite());
  await telling.channel("ch_1");
  const messages: { at: number; events: number }[] = [];
  const found: number[] = [];
  const nudges: { due: number; at: number }[] = [];
  let woken = 0;
  let clock = 0;
  const send = async (now: number, complete: number | null) => {
    const before = await telling.ids("status = 'sent'");
    await deliver(
      now,
      100,
      complete,
      outbound(async () => answered(200, "ok"), telling.outbox),
    );
    const rows = (await telling.ids("status = 'sent'")).filter((id) => !before.includes(id));
    for (const id of rows)
      messages.push({ at: clock, events: (JSON.parse(String((await telling.row(id))["items"])) as unknown[]).length });
  };
  for (let slot = 0; slot < BATCHES; slot++) {
    clock = slot * everyMs;
    const due = nudges.filter((one) => one.due <= clock);
    for (const wakeUp of due) {
      nudges.splice(nudges.indexOf(wakeUp), 1);
      await send(wakeUp.at, null);
    }
    const items = Array.from({ length: finds(slot) }, (_, n) => ({ event: `evt_${slot}_${n}`, mentions: [] }));
    found.push(...items.map(() => clock));
    const answer = await commit(telling.db, {
      ...EMPTY_COMMIT,
      id: `commit ${slot}`,
      tick: T,
      slot,
      events: items.map(({ event }) => ({ ...startEvent, id: event, targetId: null, detectedAt: T })),
      deliveries:
        items.length === 0
          ? []
          : [
              {
                id: "dlv_group",
                joins: true,
                urgent,
                channelId: "ch_1",
                status: "pending",
                reason: null,
                items,
                edits: null,
                heldUntil: null,
                openUntil: T + (urgent ? GATHER_MS : GATHER_ALL_MS),
              },
            ],
      answers: { good: 1, bad: 0, refused: 0 },
    });
    if (answer.batchesIn >= BATCHES) await send(T, T);
    else
      for (const at of answer.opened) {
        woken += 1;
        nudges.push({ due: clock + (at - T), at });
      }
  }
  return { messages, nudged: woken, found };
}

test.each([100, 500, 1000])(
  "sixty starts in fifty batches, one every %i ms, make at most four messages",
  async (everyMs) => {
    const { messages, nudged: woken, found } = await swept(everyMs, (slot) => (slot % 5 === 0 ? 2 : 1), true);
    expect(messages.reduce((sum, { events }) => sum + events, 0)).toBe(found.length);
    expect(found).toHaveLength(60);
    expect(messages.length).toBeLessThanOrEqual(4);
    expect(woken).toBeLessThanOrEqual(4);
    // The first start waited a second.
    expect(messages[0]!.at).toBe(1000);
  },
);

test("other events are sent after the sweep, in one message, without a wake-up", async () => {
  const { messages, nudged: woken } = await swept(500, () => 1, false);
  expect(messages).toEqual([{ at: 49 * 500, events: 50 }]);
  expect(woken).toBe(0);
});

test("a short sweep makes one message, at its end", async () => {
  const { messages } = await swept(10, (slot) => (slot === 3 ? 5 : 0), true);
  expect(messages).toEqual([{ at: 490, events: 5 }]);
});
