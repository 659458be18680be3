import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Jar } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

// An open tab asks every ten seconds whether anything changed.

const NOW = Date.UTC(2026, 10, 20, 12);

let api: RunningApi;
let jar: Jar;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  api = await runSqliteApi();
  jar = new Jar((request) => api.send(request));
  await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string, next: "/creators" });
});
afterEach(async () => {
  vi.useRealTimers();
  await api.stop();
});

const displayed = async (path: string): Promise<string> =>
  /data-version="([^"]+)"/.exec(await (await jar.open(path)).text())![1]!;

const again = async (path: string, version: string): Promise<number> =>
  (await jar.open(path, { "x-version": version })).status;

test("a page of which nothing changed is not drawn again, within the minute", async () => {
  for (const path of ["/creators", "/channels", "/settings"]) {
    const version = await displayed(path);
    expect(await again(path, version), path).toBe(204);
    expect(await again(path, "1.2.3"), path).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await again(path, version), path).toBe(200);
  }
});

test("after a tick or a batch of polls it is", async () => {
  const changes = [
    () => api.db.prepare("UPDATE ticker SET last_tick_at = last_tick_at + 60000").run(),
    () => api.db.prepare("UPDATE tally SET last_poll_at = last_poll_at + 60000").run(),
    () => api.db.prepare('UPDATE tally SET done = \'{"1":",0,"}\'').run(),
  ];
  for (const change of changes) {
    const version = await displayed("/creators");
    await change();
    expect(await again("/creators", version)).toBe(200);
  }
});

test("who is not signed in is told nothing by it", async () => {
  const version = await displayed("/creators");
  jar.kept.clear();
  expect(await again("/creators", version)).toBe(401);
});
