import { expect, test } from "vitest";
import { channel, delivery, NOW, one, running } from "../../../test/support/delivery-world.ts";
import { startEvent } from "../../../test/support/messages.ts";
import type { OutboundRequest } from "../../channels/kind.ts";
import { webhook } from "../../channels/webhook/kind.ts";
import type { Attempt } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { deliver } from "./deliver.ts";
import type { DeliverDeps } from "./run.ts";

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

test("a board whose placeholder was just sent is due at once, and is no retry", async () => {
  const board = { ...delivery("dlv_1", startEvent), items: [], board: "brd_1" };
  const discord = { ...channel("ch_1"), kind: "discord", settings: { url: "https://discord.com/api/webhooks/1/x" } };
  const { deps, settlements } = running(
    { ...one, deliveries: [board], channels: [discord] },
    {
      board: async () => ({ name: "Now", channelId: "ch_1", content: null, shownAt: NOW }),
      send: async () => ({ status: 200, headers: {}, body: '{"id":"77"}', error: null }),
    },
  );
  const { more, retries } = await deliver(NOW, 10, null, deps);
  expect(settlements).toMatchObject([{ status: "pending", nextAttemptAt: NOW, messageRef: "77" }]);
  expect([more, [...retries.get("ch_1")!]]).toEqual([true, []]);
});

test("a message that was never sent is not looked up", async () => {
  const bot = { ...channel("ch_1"), kind: "slack-bot", settings: { token: "xoxb-1-2", channel: "C1" } };
  const called = async (attempts: Attempt[]) => {
    const urls: string[] = [];
    const send: DeliverDeps["send"] = async ({ url }) => {
      urls.push(url.split("/").at(-1)!);
      return { status: 200, headers: {}, body: '{"ok":true,"channel":"C1","ts":"1.2","messages":[]}', error: null };
    };
    const deliveries = [{ ...delivery("dlv_1", startEvent), attempts }];
    await deliver(NOW, 10, null, running({ ...one, deliveries, channels: [bot] }, { send }).deps);
    return urls;
  };
  expect(await called([])).toEqual(["chat.postMessage"]);
  const unheard = [{ at: NOW - 1000, status: null, error: "timeout", durationMs: 1 }];
  expect(await called(unheard)).toEqual(["conversations.history", "chat.postMessage"]);
});

test.each([
  ["before its end", -1, 0, 3],
  ["after its end by the wall clock", 0, 0, 2],
  ["after its end by the tick", -1, 1, 2],
])("a previous secret signs %s: %s", async (_, sinceEnd, ahead, count) => {
  const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
  const until = new Date(NOW - sinceEnd).toISOString();
  const { settings } = await webhook.signing!.complete(
    {
      url: "https://hooks.example.com/in",
      secret: secretOf(1),
      previousSecret: secretOf(2),
      previousSecretUntil: until,
    },
    new Uint8Array(64).fill(3),
  );
  const sent: OutboundRequest[] = [];
  const { deps } = running(
    {
      deliveries: [delivery("dlv_1", startEvent)],
      channels: [{ ...channel("ch_1"), kind: "webhook", settings }],
      events: new Map([[startEvent.id, startEvent]]),
    },
    {
      send: async (request) => {
        sent.push(request);
        return { status: 204, headers: {}, body: "", error: null };
      },
    },
  );
  await deliver(NOW + ahead, 10, null, deps);
  const versions = sent.map(({ headers }) => headers["webhook-signature"]!.split(" ").map((one) => one.split(",")[0]));
  expect(versions).toEqual([[...Array.from({ length: count - 1 }, () => "v1"), "v1a"]]);
});
