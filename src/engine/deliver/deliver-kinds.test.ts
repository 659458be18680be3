import { expect, test } from "vitest";
import { channel, delivery, NOW, one, running } from "../../../test/support/delivery-world.ts";
import { startEvent } from "../../../test/support/messages.ts";
import type { OutboundRequest } from "../../channels/kind.ts";
import { webhook } from "../../channels/webhook/kind.ts";
import type { Attempt } from "../../core/delivery.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";

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
  const { settings } = await webhook.complete!(
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
