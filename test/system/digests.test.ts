import { afterAll, beforeAll, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { startSystem, type System } from "../support/system.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
/** A Monday, in the future, so that tick time is what counts. */
const START = Date.UTC(2030, 0, 7, 6);

let system: System;
const channels: Record<string, string> = {};

const urls: Record<string, string> = {
  slack: "/slack/services/T1/B1/secret",
  discord: "/api/webhooks/1001/secret",
  webhook: "/hooks/one",
};

beforeAll(async () => {
  system = await startSystem({ PUBLIC_URL: "http://127.0.0.1:1/", LANGUAGE: "ja" });
  await addCreators(system, userIds(3));
  for (const [kind, path] of Object.entries(urls)) {
    const settings = { url: system.receiver.url + path };
    const { body } = await system.api("POST", "/v1/channels", { kind, name: kind, language: "en", settings });
    channels[kind] = body.id;
    if (kind === "webhook") system.receiver.secrets.set(path, body.settings.secret);
  }
  await system.tick(START);
});

afterAll(() => system.stop());

const order = async (kind: string, more: object = {}): Promise<string> => {
  const body = { name: `Movers for ${kind}`, channelId: channels[kind], schedule: "0 9 * * *", period: "P1D", ...more };
  const created = await system.api("POST", "/v1/digests", body);
  expect(created.status).toBe(201);
  return created.body.id;
};

const deliveriesOf = async (digestId: string) =>
  (await system.api("GET", "/v1/deliveries?limit=200")).body.items.filter(
    (one: { digestId: string | null }) => one.digestId === digestId,
  );

test("one digest of what came due, of the latest time after a gap, and none for the time before it was made", async () => {
  const [userId] = userIds(1);
  system.upstream.live.set(userId!, "7457312345678901234");
  await system.tick(START + MINUTE);
  system.upstream.live.delete(userId!);
  for (let at = START + 2 * MINUTE; at <= START + 10 * MINUTE; at += MINUTE) await system.tick(at);
  const ids = await Promise.all(Object.keys(urls).map((kind) => order(kind)));
  system.receiver.received.length = 0;
  await system.tick(START + 3 * HOUR - MINUTE);
  expect(system.receiver.received).toEqual([]);
  await system.tick(START + 3 * HOUR + 7 * MINUTE);
  await system.tick(START + 3 * HOUR + 7 * MINUTE);
  await system.tick(START + 3 * HOUR + 8 * MINUTE);
  expect(system.receiver.received.map(({ kind }) => kind).toSorted()).toEqual(["discord", "slack", "webhook"]);
  for (const { body } of system.receiver.received) expect(JSON.stringify(body)).not.toContain("passed over");
  // Three days without a tick: the latest comes, and says that there were two before it.
  await system.tick(START + 3 * HOUR + 3 * DAY + MINUTE);
  expect(system.receiver.received).toHaveLength(6);
  for (const { kind, body } of system.receiver.received.slice(3)) {
    if (kind === "webhook")
      expect(body).toMatchObject({
        data: { passedOver: 2, summary: "A quiet day: nothing stood out.", period: { to: "2030-01-10T09:00:00.000Z" } },
      });
    else expect(JSON.stringify(body)).toContain("2 earlier digests were skipped");
  }
  for (const id of ids) {
    const all = await deliveriesOf(id);
    expect(all).toHaveLength(2);
    for (const one of all) expect(one).toMatchObject({ status: "sent", eventIds: [] });
  }
});

test("a program reads the period and the data, signed", () => {
  const [first] = system.receiver.received.filter(({ kind }) => kind === "webhook");
  expect(first!.status).toBe(204);
  const { type, data } = first!.body as { type: string; data: Record<string, never> };
  expect(type).toBe("digest");
  expect(data).toMatchObject({
    name: "Movers for webhook",
    timezone: "UTC",
    period: { from: "2030-01-06T09:00:00.000Z", to: "2030-01-07T09:00:00.000Z" },
    sections: { lives: expect.any(Object), rankings: expect.any(Object) },
  });
});

test("Discord gets the picture as a file, Slack as an address that answers", async () => {
  const [discord] = system.receiver.received.filter(({ kind }) => kind === "discord");
  expect([...discord!.files.keys()]).toEqual(["lives.png"]);
  expect(discord!.files.get("lives.png")!.slice(1, 4)).toEqual(new TextEncoder().encode("PNG"));
  expect(JSON.stringify(discord!.body)).toContain("attachment://lives.png");
  const [slack] = system.receiver.received.filter(({ kind }) => kind === "slack");
  const address = /http:\/\/127\.0\.0\.1:1(\/pictures\/[\w-]+\.png)/.exec(JSON.stringify(slack!.body))?.[1];
  const picture = await fetch(system.base + address);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
});

test("a digest that could not be sent is tried again, and can be replayed", async () => {
  const id = await order("slack", { name: "Hourly", schedule: "30 * * * *", period: null });
  system.receiver.received.length = 0;
  system.receiver.interfere = () => ({ status: 503, body: "" });
  const due = START + 3 * DAY + 4 * HOUR - 30 * MINUTE;
  await system.tick(due);
  const [waiting] = await deliveriesOf(id);
  expect(waiting).toMatchObject({ status: "pending", attempts: [{ status: 503 }] });
  system.receiver.interfere = () => null;
  await system.tick(due + MINUTE);
  const [sent] = await deliveriesOf(id);
  expect(sent).toMatchObject({ id: waiting.id, status: "sent" });
  const replay = await system.api("POST", `/v1/deliveries/${sent.id}/replay`);
  expect(replay.status).toBe(201);
  await system.settled();
  const copies = system.receiver.received.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(copies).toHaveLength(2);
  expect(copies[1]).toEqual(copies[0]);
  // It would come again with each of the ticks below.
  await system.api("DELETE", `/v1/digests/${id}`);
});

test("a disabled digest is silent, and what passed meanwhile is not caught up", async () => {
  const id = await order("discord", { name: "Off and on" });
  await system.api("PATCH", `/v1/digests/${id}`, { enabled: false });
  await system.tick(START + 5 * DAY);
  await system.api("PATCH", `/v1/digests/${id}`, { enabled: true });
  await system.tick(START + 5 * DAY + HOUR);
  expect(await deliveriesOf(id)).toEqual([]);
  await system.tick(START + 5 * DAY + 3 * HOUR);
  expect(await deliveriesOf(id)).toHaveLength(1);
});

test("a digest of a channel that is gone is suppressed", async () => {
  const { body } = await system.api("POST", "/v1/channels", {
    kind: "slack",
    name: "old",
    settings: { url: `${system.receiver.url}/slack/services/T9/B9/secret` },
  });
  const id = await order("slack", { name: "Nobody", channelId: body.id });
  await system.api("PATCH", `/v1/channels/${body.id}`, { enabled: false });
  await system.tick(START + 6 * DAY + 3 * HOUR);
  expect((await deliveriesOf(id))[0]).toMatchObject({ status: "suppressed" });
  expect((await system.api("POST", `/v1/digests/${id}/run`)).status).toBe(409);
});

test("run sends one now, out of turn", async () => {
  const id = await order("webhook", { name: "Now", schedule: "0 0 1 1 *" });
  system.receiver.received.length = 0;
  const run = await system.api("POST", `/v1/digests/${id}/run`);
  expect(run.status).toBe(201);
  await system.settled();
  expect(system.receiver.received).toHaveLength(1);
  expect((await deliveriesOf(id))[0]).toMatchObject({ id: run.body.id, status: "sent" });
});

test("a digest is told in its own language, else its channel's, else that of LANGUAGE; alerts in the channel's", async () => {
  const created = async (kind: string, path: string, more: object) => {
    const settings = { url: system.receiver.url + path };
    return (await system.api("POST", "/v1/channels", { kind, name: path, settings, ...more })).body.id as string;
  };
  const [slack, discord] = [
    await created("slack", "/slack/services/T2/B2/secret", {}),
    await created("discord", "/api/webhooks/1002/secret", { language: "de" }),
  ];
  await system.api("POST", "/v1/subscriptions", { name: "Live", events: ["live.*"], channelId: discord });
  const [userId] = userIds(1);
  const day = START + 7 * DAY;
  await system.tick(day);
  system.receiver.received.length = 0;
  system.upstream.live.set(userId!, "7457312345678901235");
  await system.tick(day + MINUTE);
  const reported = () => system.receiver.received.splice(0).map(({ body }) => JSON.stringify(body));
  expect(reported()).toEqual([expect.stringContaining("ist live")]);
  // What is edited is told as the channel is now.
  await system.api("PATCH", `/v1/channels/${discord}`, { language: "es" });
  system.upstream.live.delete(userId!);
  for (let at = day + 2 * MINUTE; at <= day + 8 * MINUTE; at += MINUTE) await system.tick(at);
  expect(reported()).toEqual([expect.stringContaining("estuvo en directo")]);
  const wanted = [
    [slack, null, "配信時間", "ja"],
    [slack, "fr", "Temps d’antenne", "fr"],
    [discord, null, "Tiempo en directo", null],
  ] as const;
  for (const [channelId, language, words] of wanted)
    await order("slack", { name: `In ${words}.`, channelId, language });
  await system.tick(day + 3 * HOUR);
  const bodies = reported();
  for (const [, , words, pictured] of wanted) {
    const body = bodies.find((one) => one.includes(`In ${words}.`))!;
    expect(body.split(words).length).toBeGreaterThan(2);
    if (pictured === null) continue;
    const address = /http:\/\/127\.0\.0\.1:1(\/pictures\/[^"]+)/.exec(body)?.[1];
    expect(address).toContain(`language=${pictured}`);
    expect((await fetch(system.base + address)).status).toBe(200);
  }
});

test("an airtime report is attached on Discord, linked on Slack, and says what it leaves out", async () => {
  const ids = await addCreators(
    system,
    Array.from({ length: 12 }, (_, n) => String(8_000_000 + n)),
  );
  expect(ids).toHaveLength(12);
  const day = START + 9 * DAY;
  await system.tick(day);
  for (let n = 0; n < 12; n++) system.upstream.live.set(String(8_000_000 + n), `74573123456789100${10 + n}`);
  for (let minute = 1; minute <= 10; minute++) await system.tick(day + minute * MINUTE);
  for (const kind of ["discord", "slack", "webhook"])
    await order(kind, { name: `Report for ${kind}`, sections: ["airtime"], schedule: "30 6 * * *" });
  system.receiver.received.length = 0;
  await system.tick(day + 30 * MINUTE);
  const [discord, slack, webhook] = ["discord", "slack", "webhook"].map((kind) => {
    const mine = system.receiver.received.filter(
      (one) => one.kind === kind && JSON.stringify(one.body).includes("Report for"),
    );
    expect([kind, mine.length]).toEqual([kind, 1]);
    return mine[0]!;
  });
  const [file] = [...discord!.files];
  expect(file![0]).toMatch(/^airtime-[\w-]+\.csv$/);
  const table = new TextDecoder().decode(file![1]);
  const { rows, totals } = (
    webhook!.body as { data: { sections: { airtime: { rows: object[]; totals: { creators: number } } } } }
  ).data.sections.airtime;
  expect(table.trim().split("\r\n")).toHaveLength(1 + totals.creators);
  expect(rows.length).toBeLessThanOrEqual(totals.creators);
  expect(JSON.stringify(discord!.body)).toContain(`+${totals.creators - 10} more`);
  const text = JSON.stringify(slack!.body);
  const [, address] = /<http:\/\/127\.0\.0\.1:1(\/pictures\/[\w-]+-airtime\.csv)\|All rows as CSV>/.exec(text) ?? [];
  const linked = await fetch(system.base + address!);
  expect([linked.status, await linked.text()]).toEqual([200, table]);
  expect(text).toContain("|The whole report>");
});
