import { beforeEach, expect, test } from "vitest";
import type { OutboundRequest } from "../../src/channels/kind.ts";
import { readEarlier } from "../../src/engine/route/route-store.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { losing, tellingOn, type Telling } from "../support/delivery-world.ts";

const T = Date.UTC(2026, 0, 5, 12);
const COUNT = 1200;
const names = Array.from({ length: COUNT }, (_, n) => `Creator ${String(n).padStart(4, "0")}`);

let telling: Telling;
let sent: OutboundRequest[];
let messages: number;
beforeEach(async () => {
  telling = tellingOn(await migratedSqlite());
  [sent, messages] = [[], 0];
  await telling.channel("ch_1", { kind: "discord" }, { url: "https://discord.com/api/webhooks/1001/token" });
  const mentions = [{ kind: "here" as const }];
  await telling.tell(T, {
    id: "all",
    channelId: "ch_1",
    items: names.map((_, n) => ({ event: `evt_${n}`, mentions })),
  });
  const target = `json_object('name', 'Creator ' || printf('%04d', substr(id, 5)), 'kind', 'live', 'params', json('{}'))`;
  await telling.run(`UPDATE events SET target = ${target}`);
});

/** An end of start n, which waits for the delivery `edits` or edits its message. */
async function end(n: number, edits: string, tick = T): Promise<void> {
  await telling.tell(tick, { id: `end_${n}`, channelId: "ch_1", edits });
  const follows = JSON.stringify({ eventId: `evt_${n}`, detectedAt: T });
  await telling.run(
    `UPDATE events SET type = 'live.ended', follows = '${follows}', data = '{"durationSeconds":60}',
       target = json_object('name', '${names[n]!}', 'kind', 'live', 'params', json('{}')) WHERE id = 'evt_end_${n}'`,
  );
}

async function run(store = telling.outbox, answer = () => answered(200, JSON.stringify({ id: String(++messages) }))) {
  const send = async (request: OutboundRequest) => {
    sent.push(request);
    return answer();
  };
  for (let more = true; more;) ({ more } = await deliver(T, 100, null, outbound(send, store, { wallNow: () => T })));
}

const texts = () => sent.map(({ body }) => body);
const notified = (bodies: string[]) => names.filter((name) => bodies.some((body) => body.includes(name)));

test("a delivery too long for one message becomes several, each with a message, and nobody is pinged twice", async () => {
  await run();
  expect(notified(texts())).toEqual(names);
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.length).toBeLessThan(6);
  expect(texts().filter((body) => body.includes("@here"))).toHaveLength(1);
  const { results } = await telling.db
    .prepare(
      "SELECT status, message_ref, json_array_length(items) AS lines, json_array_length(attempts) AS tries FROM deliveries",
    )
    .all<{ status: string; message_ref: string; lines: number; tries: number }>();
  expect(results.map(({ status, tries }) => [status, tries])).toEqual(sent.map(() => ["sent", 1]));
  expect(results.reduce((sum, { lines }) => sum + lines, 0)).toBe(COUNT);
  expect(new Set(results.map(({ message_ref: ref }) => ref)).size).toBe(sent.length);
});

test("an end finds the message of its start, whichever part it is in", async () => {
  await run();
  for (const n of [0, 700, 1199]) {
    const [earlier] = await readEarlier(telling.db, [
      { channelId: "ch_1", eventId: `evt_${n}`, detectedAt: T, alone: false },
    ]);
    const ref = (await telling.row(earlier!.deliveryId))["message_ref"];
    sent = [];
    await end(n, earlier!.deliveryId, T + 60_000);
    await deliver(
      T + 60_000,
      100,
      null,
      outbound(async (request) => (sent.push(request), answered(200, `{"id":"${ref}"}`)), telling.outbox),
    );
    expect(sent.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ["PATCH", `/api/webhooks/1001/token/messages/${ref}`],
    ]);
    expect(sent[0]!.body).toMatch(new RegExp(`Was live:\\*\\* ${names[n]}`));
  }
});

test("ends that wait for their start are sent with it, whichever part it is in", async () => {
  await end(3, "all");
  await end(1100, "all");
  await run();
  expect(notified(texts())).toEqual(names);
  const wasLive = texts().filter((body) => body.includes("Was live:"));
  expect(wasLive).toHaveLength(2);
  expect(wasLive[0]).toContain(`Was live:** ${names[3]}`);
  expect(wasLive[1]).toContain(`Was live:** ${names[1100]}`);
  expect(await telling.ids("status <> 'sent'")).toEqual([]);
});

test("a failure in between repeats only that message, and a lost write splits nothing twice", async () => {
  let tries = 0;
  const lossy = telling.process(
    losing(telling.db, (batch) => (batch % 5 === 3 ? "after" : null)),
    telling.inFlight,
  );
  await run(lossy, () =>
    ++tries === 2 ? answered(500, "") : answered(200, JSON.stringify({ id: String(++messages) })),
  );
  // The failed one is due with the next arrival, or if that was lost, at its own time.
  await deliver(
    T + 10_000,
    100,
    null,
    outbound(async (request) => (sent.push(request), answered(200, '{"id":"99"}')), telling.outbox),
  );
  expect(texts().filter((text) => text === sent[1]!.body)).toHaveLength(2);
  expect(new Set(texts()).size).toBe(sent.length - 1);
  expect(notified(texts().filter((_, n) => n !== 1))).toEqual(names);
  expect(await telling.ids("status <> 'sent'")).toEqual([]);
});

test("if a format is rejected, what fits into plain text is sent as such, and the rest is due with its waiting ends", async () => {
  await end(3, "all");
  await end(1100, "all");
  const taken = (body: string) => (body.includes("embeds") ? 400 : 200);
  const send = async (request: OutboundRequest) => {
    sent.push(request);
    return answered(taken(request.body), JSON.stringify({ id: String(++messages) }));
  };
  for (let more = true; more;)
    ({ more } = await deliver(T, 100, null, outbound(send, telling.outbox, { wallNow: () => T })));
  const arrived = texts().filter((body) => taken(body) === 200);
  expect(notified(arrived)).toEqual(names);
  expect(arrived.join("\n")).not.toMatch(/\n\+\d/);
  expect(arrived.filter((body) => body.includes("@here"))).toHaveLength(1);
  for (const n of [3, 1100]) {
    const ended = new RegExp(`Was live: ${names[n]!}|${names[n]!} was live`);
    expect(arrived.filter((body) => ended.test(body))).toHaveLength(1);
  }
  expect(await telling.ids("status <> 'sent'")).toEqual([]);
});
