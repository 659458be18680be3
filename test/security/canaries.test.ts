import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { until } from "../support/started.ts";
import { startOnRuntime, type System } from "../support/system.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);

/** One in each place where a secret goes in; none of them may come out anywhere. */
const canaries = {
  upstreamUser: "canary-upstream-user-9f3a1c",
  upstreamPassword: "canary-upstream-password-77b2d0",
  encryptionKey: Buffer.from("canary-key-bytes-0123456789abcde").toString("base64"),
  slackUrl: "canaryslackpath51c0ffee",
  discordUrl: "canarydiscordtoken8d1f00d",
  webhookUrl: "canary-webhook-path-3e9b",
  webhookSecret: `whsec_${Buffer.from("canary-webhook-secret-0123456789ab").toString("base64")}`,
  slackToken: "xoxb-1111-canarySlackBotToken77",
  discordToken: "canaryDiscordBotTokenAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  deadman: "canary-deadman-uuid-4242",
};

let system: System;
let deadman: TestServer;
const pings: string[] = [];
const reported: { where: string; text: string }[] = [];
const more = new Map<string, string>();

const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(system.base + path, {
    method,
    headers: {
      authorization: `Bearer test_admin_token_0123456789abcdef0123456789`,
      "content-type": "application/json",
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  reported.push({ where: `${method} ${path}`, text: `${text} ${JSON.stringify([...response.headers])}` });
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
};

beforeAll(async () => {
  deadman = await serve((request, _body, response) => {
    pings.push(request.url!);
    response.end("pong");
  });
  system = await startOnRuntime(
    {
      UPSTREAM_USERNAME: canaries.upstreamUser,
      UPSTREAM_PASSWORD: canaries.upstreamPassword,
      ENCRYPTION_KEYS: JSON.stringify({ k1: canaries.encryptionKey }),
      DEADMAN_URL: `${deadman.url}/${canaries.deadman}`,
      SLACK_API_BASE_URL: "http://127.0.0.1:9/slack",
      DISCORD_API_BASE_URL: "http://127.0.0.1:9/discord",
    },
    "test/support/watching-worker.ts",
  );
  const to = system.receiver.url;
  const channels = [
    { kind: "slack", name: "s", settings: { url: `${to}/slack/services/T1/B1/${canaries.slackUrl}` } },
    { kind: "discord", name: "d", settings: { url: `${to}/api/webhooks/1001/${canaries.discordUrl}` } },
    { kind: "webhook", name: "w", settings: { url: `${to}/${canaries.webhookUrl}`, secret: canaries.webhookSecret } },
    { kind: "slack-bot", name: "sb", settings: { token: canaries.slackToken, channel: "C0123456789" } },
    { kind: "discord-bot", name: "db", settings: { token: canaries.discordToken, channelId: "123456789012345678" } },
  ];
  for (const channel of channels) {
    const { status, body } = await ask("POST", "/v1/channels", channel);
    expect([channel.kind, status]).toEqual([channel.kind, 201]);
    await ask("POST", "/v1/subscriptions", { name: channel.name, events: ["*"], channelId: body.id });
    await ask("POST", "/v1/digests", { name: channel.name, channelId: body.id, schedule: "30 12 * * *" });
  }
  await system.api("POST", "/v1/targets", {
    kind: "live",
    name: "Maria",
    params: { userId: "7012" },
    announceInitial: true,
  });
  const token = await fetch(`${system.base}/v1/tokens`, {
    method: "POST",
    headers: {
      authorization: "Bearer test_admin_token_0123456789abcdef0123456789",
      "content-type": "application/json",
      "idempotency-key": "made-once",
    },
    body: JSON.stringify({ name: "made", scopes: ["read"] }),
  });
  more.set("madeToken", ((await token.json()) as { token: string }).token);
});

afterAll(async () => {
  await system.stop();
  await deadman.close();
});

test("everything is used, in good times and in bad", async () => {
  // Each is a message of the queue, and pictures for those that take them.
  const digests = (await ask("GET", "/v1/digests")).body.items as { id: string }[];
  expect(digests).toHaveLength(5);
  for (const { id } of digests) expect((await ask("POST", `/v1/digests/${id}/run`)).status).toBe(201);
  system.upstream.live.set("7012", "7457312345678901234");
  const tick = async (at: number) => {
    await system.ticked(at);
    await system.settled();
  };
  await tick(START);
  await tick(START + MINUTE);
  // Destinations that answer with what they were asked.
  system.receiver.interfere = (got) => ({ status: 500, body: `${got.path} ${JSON.stringify(got.headers)}` });
  system.upstream.live.delete("7012");
  for (let n = 2; n < 9; n++) await tick(START + n * MINUTE);
  system.receiver.interfere = (got) => ({ status: 404, body: `{"code":10015,"message":"${got.path}"}` });
  await tick(START + 31 * MINUTE);
  system.receiver.interfere = () => null;
  // An upstream that refuses, echoes and breaks.
  for (const answer of [401, 428, 429, 500, 200]) {
    system.upstream.interfere = (call) => ({ status: answer, body: `{"echo":"${call.authorization}"}` });
    await ask("POST", "/v1/upstream/probe", { operation: "live.check", params: { userId: "7012" } });
    await tick(START + (40 + answer) * MINUTE);
  }
  expect(pings.length).toBeGreaterThan(5);
  expect(new Set(pings)).toEqual(new Set([`/${canaries.deadman}`]));
});

test("no answer of the API tells one", async () => {
  const lists = ["watchlists", "targets", "channels", "subscriptions", "digests", "silences", "events", "deliveries"];
  for (const list of [...lists, "tokens", "audit"]) {
    const { body } = await ask("GET", `/v1/${list}?limit=200`);
    for (const { id } of body.items) if (id !== undefined) await ask("GET", `/v1/${list}/${id}`);
  }
  const channels = (await ask("GET", "/v1/channels")).body.items as { id: string; settings: object }[];
  for (const { id, settings } of channels) {
    await ask("POST", `/v1/channels/${id}/test`);
    await ask("PATCH", `/v1/channels/${id}`, { settings: { ...settings, nonsense: 1 } });
    await ask("POST", "/v1/subscriptions/preview", { subscription: { channelId: id } });
    await ask("DELETE", `/v1/channels/${id}`);
  }
  for (const { id } of (await ask("GET", "/v1/digests")).body.items) await ask("POST", `/v1/digests/${id}/preview`);
  for (const path of ["/healthz", "/metrics", "/v1/status", "/v1/export", "/openapi.json", "/docs", "/nowhere"])
    await ask("GET", path);
  await ask("GET", "/v1/targets", undefined, { authorization: "Bearer wrong" });
  await ask("POST", "/v1/channels", `{"kind":"slack","settings":{"url":"https://evil/${canaries.slackUrl}`);
  await ask("POST", "/v1/channels", { kind: "slack", name: "x", settings: { url: `ftp://x/${canaries.slackUrl}` } });
  await ask("POST", "/v1/channels", {
    kind: "slack-bot",
    name: "x",
    settings: { token: canaries.slackToken, channel: 1 },
  });
  const found = reported.flatMap(({ where, text }) => hits(text).map((canary) => `${canary} in ${where}`));
  expect(found).toEqual([]);
});

test("neither the log, nor a message of a queue, nor the database holds one", async () => {
  const messages = () => system.log.filter((line) => line.startsWith("message "));
  await until(async () => messages().length >= 5, "five messages of the queue");
  expect(system.log.flatMap((line) => hits(line).map((canary) => `${canary} in ${line}`))).toEqual([]);
  const { results: tables } = await system.db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
    .all<{ name: string }>();
  expect(tables.length).toBeGreaterThan(14);
  for (const { name } of tables) {
    const { results } = await system.db.prepare(`SELECT * FROM "${name}"`).all();
    expect([name, hits(JSON.stringify(results))]).toEqual([name, []]);
  }
});

/** The canaries in a text, as they are or encoded as they travel. */
function hits(text: string): string[] {
  const secrets = {
    ...canaries,
    ...Object.fromEntries(more),
    adminToken: "test_admin_token_0123456789abcdef0123456789",
  };
  const basic = Buffer.from(`${canaries.upstreamUser}:${canaries.upstreamPassword}`).toString("base64");
  const wanted = { ...secrets, basic };
  return Object.entries(wanted).flatMap(([name, secret]) => {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64").replace(/=+$/, "")];
    return forms.some((form) => text.includes(form)) ? [name] : [];
  });
}
