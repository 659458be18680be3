import { afterEach, expect, test } from "vitest";
import { startOnRuntime, type Hosted as System } from "../support/system.ts";

const MINUTE = 60_000;
const YEAR_2100 = 4_102_444_800_000;

let system: System;
afterEach(() => system.stop());

const lastTickAt = async (): Promise<string | null> => (await system.api("GET", "/v1/status")).body.lastTickAt;

test("no header of the runtime's ticks, opens another Worker or makes up an address", async () => {
  system = await startOnRuntime();
  const doors = ["/healthz", "/cdn-cgi/handler/scheduled", "/_sim/state"];
  const tricks: Record<string, string>[] = [
    {},
    ...["scheduled-door", "simulator", "tallylight"].map((name) => ({ "mf-route-override": name })),
    { "mf-original-url": `http://127.0.0.1/cdn-cgi/handler/scheduled?time=${YEAR_2100}` },
    { "mf-original-url": "http://127.0.0.1/_sim/state" },
    { "x-original-url": "/cdn-cgi/handler/scheduled" },
  ];
  for (const headers of tricks)
    for (const door of doors) {
      const ask = async (query: string) => (await fetch(`${system.base}${door}${query}`, { headers })).status;
      const statuses = [await ask(""), await ask(`?time=${YEAR_2100}`)];
      expect([headers, door, statuses]).toEqual([headers, door, door === "/healthz" ? [200, 400] : [404, 404]]);
    }
  // Nor does whoever finds a port of the runtime's own on this machine.
  expect(system.host.ports).toHaveLength(2);
  for (const port of system.host.ports)
    for (const headers of tricks)
      for (const door of doors) {
        const answer = await fetch(`http://127.0.0.1:${port}${door}?time=${YEAR_2100}`, { headers });
        await answer.text();
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
  // Not even with a token, and an address that it makes up.
  const claims = { "cf-connecting-ip": "203.0.113.9", "x-tallylight-front": "0".repeat(64) };
  for (const port of system.host.ports) {
    const headers = { authorization: "Bearer test_admin_token_0123456789abcdef0123456789", ...claims };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/targets`, { headers });
    expect([answer.status, await answer.text()]).toEqual([404, ""]);
  }
  expect(await lastTickAt()).toBe(null);
});

test("failed authentications are counted by the address of the connection; a valid token is never refused for them", async () => {
  system = await startOnRuntime();
  const statuses = new Set<number>();
  const guess = async (n: number) => {
    const headers = { authorization: `Bearer wrong-${n}`, "cf-connecting-ip": `203.0.113.${n % 250}` };
    const answer = await fetch(`${system.base}/v1/targets`, { headers });
    await answer.text();
    statuses.add(answer.status);
  };
  for (let n = 0; n < 1020; n += 20) await Promise.all(Array.from({ length: 20 }, (_, k) => guess(n + k)));
  expect(statuses).toEqual(new Set([401, 429]));
  expect((await system.api("GET", "/v1/targets")).status).toBe(200);
});

test("ten ticks of different times at once: all are answered, none by a failure", async () => {
  system = await startOnRuntime();
  for (let n = 0; n < 10; n++)
    await system.api("POST", "/v1/targets", { kind: "live", name: `c${n}`, params: { userId: String(n + 1) } });
  const start = Date.now();
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    const times = Array.from({ length: 10 }, (_, n) => start + (round * 10 + ((n * 7) % 10)) * MINUTE);
    statuses.push(...(await Promise.all(times.map(async (at) => (await system.ticked(at)).status))));
  }
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200));
  expect(system.log.filter((line) => line.includes(`"level":"error"`))).toEqual([]);
});

test("where nobody replays, a tick further ahead than ten minutes does nothing", async () => {
  system = await startOnRuntime({}, "src/worker.ts", { replay: false });
  expect((await system.ticked(Date.now())).status).toBe(404);
  expect(await system.host.tick(YEAR_2100)).toBe(true);
  expect(await lastTickAt()).toBe(null);
  expect(system.log.join("\n")).toContain("ahead of the clock");
  const soon = Date.now() + 9 * MINUTE;
  expect(await system.host.tick(soon)).toBe(true);
  expect(Date.parse((await lastTickAt())!)).toBe(soon);
});

test("no channel is made of our own port, under any name of this machine", async () => {
  system = await startOnRuntime();
  const { port } = new URL(system.base);
  const make = (url: string) => system.api("POST", "/v1/channels", { kind: "webhook", name: url, settings: { url } });
  const door = "/cdn-cgi/handler/scheduled?time=1";
  for (const host of [
    "127.0.0.1",
    "localhost",
    "LOCALHOST",
    "[::1]",
    "127.1",
    "0x7f000001",
    "2130706433",
    "127.9.9.9",
  ]) {
    const { status, body } = await make(`http://${host}:${port}${door}`);
    expect([host, status, body.errors?.[0]]).toEqual([
      host,
      422,
      { pointer: "/settings/url", message: "must not name Tallylight itself" },
    ]);
  }
  expect((await make(`${system.receiver.url}/any/path`)).status).toBe(201);
});

test("what is sent goes to no name that leads inside, and to none of the runtime's ports", async () => {
  const requested: string[] = [];
  system = await startOnRuntime({}, "src/worker.ts", {
    lookup: async (hostname) => {
      requested.push(hostname);
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  const tested = async (url: string) => {
    const created = await system.api("POST", "/v1/channels", { kind: "webhook", name: "x", settings: { url } });
    expect([url, created.status]).toEqual([url, 201]);
    return (await system.api("POST", `/v1/channels/${created.body.id}/test`)).body;
  };
  expect((await tested(`${system.receiver.url}/hooks/x`)).ok).toBe(true);
  expect(requested).toEqual([]);
  expect(await tested("https://localhost.direct/x")).toMatchObject({ ok: false, status: null });
  expect(requested).toEqual(["localhost.direct"]);
  for (const port of system.host.ports)
    expect(await tested(`http://127.0.0.1:${port}/healthz`)).toMatchObject({
      ok: false,
      detail: expect.stringContaining("refused address"),
    });
});

test("a refusal reaches whoever sends a long body, though nobody reads it", async () => {
  system = await startOnRuntime();
  const body = JSON.stringify({ name: "x".repeat(6 * 1024 * 1024) });
  const send = (token: string) =>
    fetch(`${system.base}/v1/watchlists`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
    }).then(({ status }) => status);
  for (let round = 0; round < 3; round++) {
    expect(await send("nobody's")).toBe(401);
    expect(await send("test_admin_token_0123456789abcdef0123456789")).toBe(413);
  }
});
