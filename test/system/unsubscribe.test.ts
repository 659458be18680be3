import { afterAll, beforeAll, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { startSystem, type System } from "../support/system.ts";

const MINUTE = 60_000;
const PUBLIC = "https://tally.example";

interface Email {
  to: string[];
  headers: Record<string, string>;
}

let system: System;
let service: TestServer;
let emails: Email[] = [];
let status = 200;
let now = Date.UTC(2026, 0, 5, 12);
beforeAll(async () => {
  service = await serve((_request, body, response) => {
    emails.push(JSON.parse(body) as Email);
    response.writeHead(status, { "content-type": "application/json" });
    response.end("{}");
  });
  system = await startSystem({ UPSTREAM_TIMEOUT_MS: "120000", PUBLIC_URL: PUBLIC });
  await addCreators(system, userIds(40));
  await system.tick(now);
});
afterAll(async () => {
  await system.stop();
  await service.close();
});

const created = async (path: string, body: object): Promise<string> => (await system.api("POST", path, body)).body.id;

test("a delivered alert has the link, and whoever clicks it gets no waiting and no later one", async () => {
  const channelId = await created("/v1/channels", {
    kind: "email",
    name: "Maria",
    settings: {
      service: "json",
      url: `${service.url}/send`,
      token: "Qw3rTy8uIoP0aSdF",
      from: "alerts@example.com",
      to: "maria@example.com",
    },
  });
  await created("/v1/subscriptions", { name: "All", events: ["live.started"], channelId });
  const [first, second, third] = userIds(40);
  system.upstream.live.set(first!, "71");
  await system.tick((now += MINUTE));
  expect(emails).toHaveLength(1);
  expect(emails[0]!.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const link = emails[0]!.headers["List-Unsubscribe"]!.slice(1, -1);
  expect(link.startsWith(`${PUBLIC}/unsubscribe/${channelId}.`)).toBe(true);
  const deliveries = async () => (await system.api("GET", `/v1/deliveries?channelId=${channelId}`)).body.items;
  const [sent] = await deliveries();
  const displayed = (await system.api("GET", `/v1/deliveries/${sent.id}`)).body;
  expect(JSON.stringify(displayed)).toContain("/unsubscribe/…");
  expect(JSON.stringify(displayed)).not.toContain(link.split(".").at(-1));

  // The next one waits, because the service fails.
  status = 503;
  system.upstream.live.set(second!, "72");
  await system.ticked((now += MINUTE));
  await expect.poll(async () => (await deliveries())[0].attempts.length, { timeout: 60_000 }).toBeGreaterThan(0);
  const failed = emails.length;
  const clicked = await fetch(link.replace(PUBLIC, system.base), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(clicked.status).toBe(200);
  status = 200;
  system.upstream.live.set(third!, "73");
  for (let minutes = 0; minutes < 10; minutes++) await system.tick((now += MINUTE));
  expect(emails).toHaveLength(failed);
  const left = await deliveries();
  expect(left.map((one: { status: string; reason: string | null }) => [one.status, one.reason])).toEqual([
    ["suppressed", "channel disabled: everyone unsubscribed"],
    ["suppressed", expect.stringContaining("channel disabled")],
    ["sent", null],
  ]);
});
