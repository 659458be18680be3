import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAT_VARIABLES, onDiscord, pressedOnDiscord, saidOnDiscord, type Member } from "../support/chat-requests.ts";
import { addCreators } from "../support/creators.ts";
import { startSystem, type System } from "../support/system.ts";

// Buttons on the alerts of a Discord bot: who takes care of a broadcast, and snoozes until it ends.

const MINUTE = 60_000;

interface Posted {
  method: string;
  path: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

let discord: Server;
let system: System;
const posted: Posted[] = [];
let now = Math.ceil(Date.now() / MINUTE) * MINUTE;

beforeAll(async () => {
  discord = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    posted.push({ method: request.method!, path: request.url!, body: text === "" ? null : JSON.parse(text) });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "1234567890", channel_id: "55" }));
  });
  await new Promise<void>((resolve) => discord.listen(0, "127.0.0.1", resolve));
  const { port } = discord.address() as AddressInfo;
  system = await startSystem({ ...CHAT_VARIABLES, DISCORD_API_BASE_URL: `http://127.0.0.1:${port}` });
  await addCreators(system, ["1000"], { settings: { confirmOff: 1, graceSeconds: 0 } });
  const settings = { token: "MTIzNDU2Nzg5.Gabcde.ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", channelId: "55" };
  const channel = await system.api("POST", "/v1/channels", { kind: "discord-bot", name: "d", settings });
  await system.api("POST", "/v1/subscriptions", { name: "s", events: ["live.*"], channelId: channel.body.id });
  await system.tick(now);
  const { body } = await system.api("POST", "/v1/chats", { kind: "discord", scopes: "write", users: ["8"] });
  expect((await ask(onDiscord("link", { code: body.code }))).text).toContain("connected");
});
afterAll(async () => {
  await system.stop();
  discord.close();
});

const ask = async (request: Request) => {
  const url = `${system.base}/chat/discord`;
  const response = await fetch(url, { method: "POST", headers: request.headers, body: await request.arrayBuffer() });
  return saidOnDiscord((await response.json()) as Parameters<typeof saidOnDiscord>[0]);
};

const press = (button: string, who: Member = {}) => ask(pressedOnDiscord(button, who));

const tom = { id: "8", name: "Tom", permissions: "0" };

const labels = ({ body }: Posted): string[] =>
  (body.components ?? []).flatMap((row: { components: { label: string }[] }) =>
    row.components.map(({ label }) => label),
  );

/** The message of the last request to Discord. */
const last = (): Posted => posted.at(-1)!;

test("one person takes an alert, everybody sees who, another takes over, and the end removes the buttons", async () => {
  system.upstream.live.set("1000", "7457312345678901234");
  await system.tick((now += MINUTE));
  expect(last().method).toBe("POST");
  expect(labels(last())).toEqual(expect.arrayContaining(["Snooze 1 h", "Snooze until it ends", "I've got this"]));
  const { id } = (await system.api("GET", "/v1/events?type=live.started")).body.items[0];

  expect((await press(`claim:${id}`)).text).toContain("Lena has got this");
  await system.settled();
  expect(last()).toMatchObject({ method: "PATCH", path: "/api/v10/channels/55/messages/1234567890" });
  expect(JSON.stringify(last().body.embeds)).toContain("Lena has had this since");
  expect(labels(last())).toContain("Lena has got this");
  expect((await system.api("GET", `/v1/events/${id}`)).body.claim).toMatchObject({ name: "Lena" });

  const edits = posted.length;
  const second = await press(`claim:${id}`, tom);
  expect(second.text).toMatch(/^Lena has got this\nsince /);
  await system.settled();
  expect(posted).toHaveLength(edits);
  expect(second.buttons).toEqual([`take:${id}`]);
  expect((await press(`take:${id}`, tom)).text).toContain("Tom has got this");
  await system.settled();
  expect(labels(last())).toContain("Tom has got this");

  expect((await press(`end:${id}`)).text).toContain("Until the stream ends");
  expect((await system.api("GET", "/v1/silences")).body.items).toMatchObject([{ untilEnd: true }]);

  system.upstream.live.delete("1000");
  await system.tick((now += MINUTE));
  expect(last().method).toBe("PATCH");
  expect(labels(last())).not.toContain("Tom has got this");

  // The snooze ends with the stream: the next start is sent.
  const before = posted.length;
  system.upstream.live.set("1000", "7457312345678901299");
  await system.tick((now += 10 * MINUTE));
  expect(posted.slice(before).map(({ method }) => method)).toContain("POST");
});

test("the API does the same, and says who has it", async () => {
  const { id } = (await system.api("GET", "/v1/events?type=live.started&limit=1")).body.items[0];
  const claim = `/v1/events/${id}/claim`;
  expect((await system.api("DELETE", claim)).status).toBe(404);
  const created = await system.api("POST", claim, { name: "Maria" });
  expect([created.status, created.body.name, created.headers.get("location")]).toEqual([
    201,
    "Maria",
    `/v1/events/${id}`,
  ]);
  await system.settled();
  expect(JSON.stringify(last().body)).toContain("Maria has got this");
  const refused = await system.api("POST", claim, { name: "Tom" });
  expect([refused.status, refused.body.detail]).toEqual([409, "Maria takes care of it."]);
  expect((await system.api("POST", claim, { name: "Tom", takeOver: true })).status).toBe(201);
  expect((await system.api("DELETE", claim)).status).toBe(204);
  await system.settled();
  expect(labels(last())).toContain("I've got this");
  expect((await system.api("POST", claim, { name: "" })).status).toBe(422);
  expect((await system.api("POST", "/v1/events/evt_none/claim", { name: "x" })).status).toBe(404);
  const { items } = (await system.api("GET", "/v1/audit?limit=10")).body;
  expect(items.map(({ operation }: { operation: string }) => operation)).toContain("claimEvent");
});

test("a button on a message of a deleted creator says that it does nothing any more", async () => {
  const { id, targetId } = (await system.api("GET", "/v1/events?type=live.started&limit=1")).body.items[0];
  await system.api("DELETE", `/v1/targets/${targetId}?cascade=true`);
  expect((await press(`hour:${id}`)).text).toContain("no longer does anything");
  expect((await press(`claim:${id}`)).text).toContain("Lena has got this");
});

test("what was told nowhere can be claimed and given up too", async () => {
  await addCreators(system, ["1001"], { settings: { confirmOff: 1, graceSeconds: 0 } });
  await system.tick((now += MINUTE));
  for (const { id: channel } of (await system.api("GET", "/v1/channels")).body.items)
    expect((await system.api("DELETE", `/v1/channels/${channel}?cascade=true`)).status).toBe(204);
  system.upstream.live.set("1001", "7457312345678909999");
  await system.tick((now += MINUTE));
  const { items } = (await system.api("GET", "/v1/events?type=live.started")).body;
  const { id } = items.find(
    ({ target }: { target: { params: { userId: string } } }) => target.params.userId === "1001",
  );
  const { body } = await system.api("GET", `/v1/deliveries?eventId=${id}`);
  expect(body.items).toEqual([]);
  expect((await system.api("POST", `/v1/events/${id}/claim`, { name: "Ada" })).status).toBe(201);
  expect((await system.api("DELETE", `/v1/events/${id}/claim`)).status).toBe(204);
});
