import { beforeEach, expect, test } from "vitest";
import type { OutboundAnswer } from "../../src/channels/kind.ts";
import { deliver, type DeliverDeps } from "../../src/engine/deliver/deliver.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { idsOf, tellingOn, type Telling } from "../support/delivery-world.ts";

const T = Date.UTC(2026, 0, 5, 12);

let telling: Telling;
beforeEach(async () => {
  telling = tellingOn(await migratedSqlite());
  await telling.channel("ch_1");
  await telling.tell(T, ...["a", "b", "c"].map((id) => ({ id, channelId: "ch_1" })));
});

const run = (answer: () => OutboundAnswer, more: Partial<DeliverDeps> = {}) =>
  deliver(
    T,
    100,
    null,
    outbound(async () => answer(), telling.outbox, { wallNow: () => T, ...more }),
  );

test("each message of a run waits for the pace of the previous one", async () => {
  const order: (number | string)[] = [];
  let wall = T;
  const sleep = async (ms: number) => {
    order.push(ms);
    wall += ms;
  };
  const answer = () => {
    order.push("sent");
    return answered(200, "ok");
  };
  await run(answer, { sleep, wallNow: () => wall });
  expect(order).toEqual(["sent", 1000, "sent", 1000, "sent"]);
});

test("once the destination is gone the rest is not sent, and each row says why", async () => {
  let calls = 0;
  await run(() => {
    calls += 1;
    return answered(404, "no_service");
  });
  expect(calls).toBe(1);
  const { disabled_reason: reason } = await telling.row("ch_1", "channels");
  expect(reason).toContain("no_service");
  expect(await telling.row("a")).toMatchObject({ status: "dead", reason });
  for (const id of ["b", "c"])
    expect(await telling.row(id)).toMatchObject({
      status: "suppressed",
      reason: `channel disabled: ${String(reason)}`,
    });
});

test("a channel paused between the list of due deliveries and the claim is not sent to", async () => {
  const { db } = telling;
  const paused = {
    prepare: (text: string) => db.prepare(text),
    async batch(statements: D1PreparedStatement[]) {
      await telling.run(`UPDATE channels SET paused_until = ${T + 1}`);
      return db.batch(statements);
    },
  } as unknown as D1Database;
  const taken = await telling.process(paused).take(T, 100, null);
  expect([idsOf(taken), taken.channels]).toEqual([[], []]);
  expect(idsOf(await telling.process().take(T + 1, 100, null)).sort()).toEqual(["a", "b", "c"]);
});
