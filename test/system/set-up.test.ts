import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { sqlStatements } from "../../src/core/sql-statements.ts";
import { MIGRATIONS } from "../../src/db/migrations.ts";
import { TOKEN } from "../support/setting.ts";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { bundle } from "../../host/runtime/bundle.ts";
import { ASSETS } from "../../host/runtime/configuration.ts";
import { miniflareOptions } from "../support/started.ts";

/** Workers on workerd that share an empty database, with ADMIN_TOKEN alone. */
interface FreshAccount {
  db: D1Database;
  /** What the Workers wrote to their log. */
  log: string[];
  fetch(path: string, headers?: Record<string, string>, worker?: string): Promise<Response>;
  tick(worker?: string): Promise<void>;
  /** The file of the database. Complete after `stop`. */
  file(): Promise<string>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts `entry` once per name: each is an isolate of its own, as Cloudflare has many of one Worker. */
async function freshAccount(entry: string, names: string[] = ["tallylight"]): Promise<FreshAccount> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-fresh-"));
  const log: string[] = [];
  const modules = (await bundle(entry, { small: false })).map((one) => ({ type: "ESModule", ...one }));
  const { queueConsumers, ...others } = miniflareOptions();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: folder,
      handleStructuredLogs: ({ message }: { message: string }) => log.push(message),
      workers: names.map((name, index) => ({
        ...others,
        // A queue has one consumer.
        ...(index === 0 ? { queueConsumers } : {}),
        name,
        modules,
        bindings: { LIMITS: "free", ADMIN_TOKEN: TOKEN },
        serviceBindings: { ASSETS },
      })),
    } as unknown as V4MiniflareOptions),
  );
  return {
    db: (await miniflare.getD1Database("DB")) as unknown as D1Database,
    log,
    async fetch(path, headers = {}, worker = names[0]!) {
      const { fetch } = await miniflare.getWorker(worker);
      return (await fetch(`http://tallylight.example${path}`, { headers, redirect: "manual" })) as unknown as Response;
    },
    async tick(worker = names[0]!) {
      const { scheduled } = await miniflare.getWorker(worker);
      await scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    },
    async file() {
      const found = await readdir(folder, { recursive: true });
      const name = found.find((one) => one.includes("D1DatabaseObject") && /[0-9a-f]{64}\.sqlite$/.test(one));
      return join(folder, name!);
    },
    stop: () => miniflare.dispose(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const LIMITED = "test/support/limited-worker.ts";
const MAX_STATEMENTS = 50;

let account: FreshAccount | undefined;
const folders: string[] = [];

afterEach(async () => {
  await account?.stop();
  await account?.remove();
  account = undefined;
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const bearer = { authorization: `Bearer ${TOKEN}` };
const browser = { accept: "text/html,application/xhtml+xml" };

const applied = async ({ db }: FreshAccount): Promise<string[]> =>
  (await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>()).results.map(
    ({ name }) => name,
  );

/** Asks until the Worker serves. Returns the bodies of `/healthz` before that. */
async function untilHealthy(from: FreshAccount): Promise<{ reasons: string[] }[]> {
  const before = [];
  for (let requested = 0; requested < 30; requested++) {
    const answer = await from.fetch("/healthz");
    expect(Number(answer.headers.get("x-statements"))).toBeLessThanOrEqual(MAX_STATEMENTS);
    const body = (await answer.json()) as { reasons: string[] };
    if (answer.status === 200) return before;
    before.push(body);
  }
  throw new Error(`it never became healthy: ${JSON.stringify(before)}\n${from.log.join("\n")}`);
}

test("the Worker carries every migration, and each fits into one invocation of the free plan", async () => {
  const files = await readMigrations();
  expect(Object.entries(MIGRATIONS)).toEqual(files.map(({ name, sql }) => [name, sql]));
  // Besides it: the check, the list's creation, its names, and the record.
  for (const { name, sql } of files)
    expect([name, sqlStatements(sql).length <= MAX_STATEMENTS - 4]).toEqual([name, true]);
});

test("health says how far the set-up of a database is", async () => {
  account = await freshAccount(LIMITED);
  const first = await account.fetch("/healthz");
  expect([first.status, await first.json()]).toMatchObject([
    503,
    {
      reasons: ["setting_up"],
      detail: expect.stringMatching(/^The database is being set up: \d+ of \d+ migrations are applied\.$/),
    },
  ]);
  expect(Number(first.headers.get("x-statements"))).toBeLessThanOrEqual(MAX_STATEMENTS);
});

test("an empty database becomes healthy with ADMIN_TOKEN alone, within the statements of the free plan", async () => {
  account = await freshAccount(LIMITED);
  const page = await account.fetch("/", browser);
  expect([page.status, page.headers.get("retry-after"), page.headers.get("refresh")]).toEqual([503, "2", "2"]);
  expect(Number(page.headers.get("x-statements"))).toBeLessThanOrEqual(MAX_STATEMENTS);
  const html = await page.text();
  expect(html).toContain("<h1>Setting up</h1>");
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)![1]!;
  expect((await account.fetch(style)).status).toBe(200);

  const api = await account.fetch("/v1/targets", bearer);
  expect([api.status, api.headers.get("content-type"), api.headers.get("retry-after")]).toEqual([
    503,
    "application/problem+json",
    "2",
  ]);
  expect(await api.json()).toMatchObject({ type: "/problems/setting-up", status: 503 });

  const before = await untilHealthy(account);
  expect(before.every(({ reasons }) => reasons.join() === "setting_up")).toBe(true);
  expect(await applied(account)).toEqual(Object.keys(MIGRATIONS));

  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  expect(await (await account.fetch("/healthz")).json()).toMatchObject({ version });
  const listed = await account.fetch("/v1/watchlists", bearer);
  expect([listed.status, ((await listed.json()) as { items: { name: string }[] }).items[0]!.name]).toEqual([
    200,
    "default",
  ]);
  expect((await account.fetch("/", browser)).status).not.toBe(503);
  await account.tick();
  expect(await account.db.prepare("SELECT last_tick_at > 0 AS ticked FROM ticker").first("ticked")).toBe(1);
  expect(account.log.filter((line) => /error|failed/i.test(line))).toEqual([]);
});

test("ticks alone complete the schema too, and do nothing else before", async () => {
  account = await freshAccount(LIMITED);
  let ticks = 0;
  for (let done: string[] = []; done.length < Object.keys(MIGRATIONS).length; ticks++) {
    await account.tick();
    done = await applied(account);
    if (done.length > 0 && done.length < Object.keys(MIGRATIONS).length)
      expect(await account.db.prepare("SELECT last_tick_at AS at FROM ticker").first("at")).toBe(0);
    expect(ticks).toBeLessThan(20);
  }
  expect(ticks).toBeGreaterThan(2);
  await account.tick();
  expect(await account.db.prepare("SELECT last_tick_at > 0 AS ticked FROM ticker").first("ticked")).toBe(1);
});

test("a served request of an isolate that knows its schema sends no statement for it", async () => {
  account = await freshAccount(LIMITED);
  await untilHealthy(account);
  const statements = async () => Number((await account!.fetch("/v1/watchlists", bearer)).headers.get("x-statements"));
  await statements();
  const warm = await statements();
  await account.db.prepare("DROP TABLE d1_migrations").run();
  expect(await statements()).toBe(warm);
  expect(warm).toBeGreaterThan(0);
});

test("two isolates at once apply each migration once", async () => {
  account = await freshAccount(LIMITED, ["one", "two"]);
  for (let round = 0; round < 30; round++) {
    const answers = await Promise.all(["one", "two", "one", "two"].map((name) => account!.fetch("/healthz", {}, name)));
    const bodies = await Promise.all(answers.map((one) => one.json() as Promise<{ reasons: string[] }>));
    expect(bodies.flatMap(({ reasons }) => reasons)).not.toContain("migration_failed");
    if (answers.every(({ status }) => status === 200)) break;
  }
  expect((await account.fetch("/healthz", {}, "one")).status).toBe(200);
  expect((await account.fetch("/healthz", {}, "two")).status).toBe(200);
  expect(await applied(account)).toEqual(Object.keys(MIGRATIONS));
  expect(account.log.filter((line) => /failed/i.test(line))).toEqual([]);
});

/** Everything that a schema consists of, and the rows of every table but for times. */
function contentsOf(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  const schema = db
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB '_cf_*' ORDER BY type, name")
    .all();
  const tables = schema.filter(({ type, name }) => type === "table" && name !== "d1_migrations");
  const rows = tables.map(({ name }) => [name, db.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get()]);
  const list = db.prepare("SELECT id, name FROM d1_migrations ORDER BY id").all();
  db.close();
  return { schema, rows, list };
}

// wrangler takes half a minute for it.
test.runIf(process.env["LONG"])(
  "a database that the Worker set up equals one that wrangler migrated, item by item",
  async () => {
    account = await freshAccount("src/worker.ts");
    await untilHealthy(account);
    const file = await account.file();
    await account.stop();
    const folder = await mkdtemp(join(tmpdir(), "tallylight-wrangler-"));
    folders.push(folder);
    const wrangler = ["node_modules/wrangler/bin/wrangler.js", "d1", "migrations", "apply", "DB", "--local"];
    await promisify(execFile)(process.execPath, [...wrangler, "--persist-to", folder], {
      env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    });
    const name = (await readdir(folder, { recursive: true })).find((one) => /[0-9a-f]{64}\.sqlite$/.test(one))!;
    const own = contentsOf(file) as { schema: unknown[] };
    expect(own.schema.length).toBeGreaterThan(50);
    expect(own).toEqual(contentsOf(join(folder, name)));
  },
);
