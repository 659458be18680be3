import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { convertV4MiniflareOptions, Miniflare, Response, type V4MiniflareOptions } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../../host/runtime/bundle.ts";
import { ASSETS } from "../../host/runtime/configuration.ts";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { fakeUpstream, type FakeUpstream } from "../support/fake-upstream.ts";
import { Jar } from "../support/jar.ts";
import { migrate } from "../support/migrate.ts";
import { miniflareOptions } from "../support/started.ts";
import { setting, TOKEN } from "../support/setting.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

let upstream: FakeUpstream;
let miniflare: Miniflare;
let folder: string;
const log: string[] = [];
const sent: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-script-"));
  upstream = await fakeUpstream();
  const modules = (await bundle("src/worker.ts", { small: true })).filter(({ path }) => path.endsWith(".js"));
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...miniflareOptions(),
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: folder,
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => log.push(`${level} ${message}`),
      name: "tallylight",
      modules: modules.map((one) => ({ type: "ESModule", ...one })),
      bindings: {
        ...setting(upstream.url),
        REPLAY_TICKS: "true",
      },
      serviceBindings: {
        ASSETS,
        DESTINATIONS: async (request: Request) => {
          sent.push(await request.text());
          return new Response(JSON.stringify({ id: "1" }), { headers: { "content-type": "application/json" } });
        },
      },
    } as unknown as V4MiniflareOptions),
  );
  await migrate((await miniflare.getD1Database("DB")) as never, await readMigrations());
});

afterAll(async () => {
  await miniflare.dispose();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (path: string, init: { method?: string; headers?: object; body?: string } = {}) =>
  miniflare.dispatchFetch(`http://tallylight.example${path}`, {
    ...init,
    headers: { authorization: `Bearer ${TOKEN}`, ...init.headers },
    redirect: "manual",
  } as never);

async function created(path: string, body: unknown): Promise<{ id: string }> {
  const headers = { "content-type": "application/json" };
  const answer = await call(path, { method: "POST", headers, body: JSON.stringify(body) });
  const reported = await answer.text();
  expect([path, answer.status < 300, reported]).toEqual([path, true, reported]);
  return JSON.parse(reported) as { id: string };
}

test("the script that is deployed polls every kind, tells in every chat, and answers at every address", async () => {
  await created(
    "/v1/targets/import",
    Object.values(targetKinds).map(({ kind, example }) => ({ kind, ...example })),
  );
  const { id: list } = await created("/v1/watchlists", { name: "List" });
  const discord = await created("/v1/channels", {
    kind: "discord",
    name: "Discord",
    settings: { url: "https://discord.com/api/webhooks/1001/secret" },
  });
  const slack = await created("/v1/channels", {
    kind: "slack",
    name: "Slack",
    settings: { url: "https://hooks.slack.com/services/T1/B1/secret" },
  });
  const hook = await created("/v1/channels", {
    kind: "webhook",
    name: "Hook",
    settings: { url: "https://hooks.example.com/tallylight" },
  });
  for (const { id } of [discord, slack, hook])
    await created("/v1/subscriptions", { name: `To ${id}`, events: ["*"], channelId: id });
  const { id: digest } = await created("/v1/digests", {
    name: "Week",
    channelId: discord.id,
    schedule: "0 9 * * 1",
    timezone: "Europe/Berlin",
  });
  const worker = await miniflare.getWorker("tallylight");
  // One of each kind is more than a tick of the free plan polls: by the fourth all had their silent first poll.
  for (let n = 1; n <= 7; n++) {
    if (n === 4) upstream.live.set("7012", "7457312345678901234");
    const { outcome } = await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date(START + n * MINUTE) });
    expect(outcome).toBe("ok");
  }
  expect(sent.length).toBeGreaterThanOrEqual(3);
  await created(`/v1/digests/${digest}/run`, {});
  const { paths } = JSON.parse(await readFile("docs/openapi.json", "utf8")) as { paths: Record<string, object> };
  const lists = Object.entries(paths).flatMap(([path, operations]) =>
    "get" in operations && !path.includes("{") ? [path] : [],
  );
  expect(lists.length).toBeGreaterThan(20);
  for (const path of [...lists, "/v1/export?format=yaml", "/v1/targets?format=csv", `/v1/watchlists/${list}`]) {
    const { status } = await call(path);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const yaml = await (await call("/v1/export?secrets=encrypted&format=yaml")).text();
  const applied = await call("/v1/config?dryRun=true", {
    method: "PUT",
    headers: { "content-type": "application/yaml" },
    body: yaml,
  });
  expect([applied.status, await applied.text()]).toEqual([200, expect.stringContaining(`"unchanged"`)]);
  const csv = { method: "POST", headers: { "content-type": "text/csv" }, body: "kind,name,userId\nlive,Maria,7031" };
  expect((await call("/v1/targets/import", csv)).status).toBe(200);
  // The platform knows the encodings of spreadsheets.
  for (const [encoding, name, userId] of [["latin1", "Müller", "9031"] as const, ["utf16le", "Zoë", "9032"] as const]) {
    const body = Buffer.from(`kind,name,userId\nlive,${name},${userId}`, encoding);
    expect((await call("/v1/targets/import", { ...csv, body: body as never })).status).toBe(200);
    expect(await (await call(`/v1/targets?q=${encodeURIComponent(name)}`)).text()).toContain(`"${name}"`);
  }
  const jar = new Jar(async ({ method, url, headers, body }) => {
    const init = { method, headers: [...headers], redirect: "manual", ...(body ? { body: await text(body) } : {}) };
    return (await miniflare.dispatchFetch(url, init as never)) as never;
  });
  await jar.send("/sign-in", { token: TOKEN });
  const seen = new Set<string>(["/"]);
  for (const path of seen) {
    const answer = await jar.open(path);
    const page = await answer.text();
    expect([path, answer.status < 400]).toEqual([path, true]);
    for (const [, link] of page.matchAll(/<a [^>]*href="(\/[a-z][a-z/_A-Z0-9-]*)"/g))
      if (seen.size < 80) seen.add(link!);
  }
  expect(seen.size).toBeGreaterThan(15);
  // Receivers that refuse on purpose are warnings.
  expect(log.filter((line) => !/^(?:(?:log|info|debug) |warn \{"level":"warn","log":"delivery",)/.test(line))).toEqual(
    [],
  );
});
