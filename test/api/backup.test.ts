import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Footer, Header } from "../../src/features/backup/backup-format.ts";
import { Jar, OWN } from "../support/jar.ts";
import { TOKEN } from "../support/setting.ts";
import { runApi, type RunningApi } from "./running-api.ts";

// Over a real D1, because its engine refuses some of what SQLite can do.

let api: RunningApi;
beforeAll(async () => {
  api = await runApi();
});
afterAll(() => api.stop());
beforeEach(() => api.clear());

interface Backup {
  header: Header;
  rows: unknown[][];
  footer: Footer;
}

async function read(response: Response): Promise<Backup> {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/gzip"]);
  const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  const lines = text.trimEnd().split("\n");
  const footer = JSON.parse(lines.pop()!) as Footer;
  const sha256 = createHash("sha256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .digest("hex");
  expect(footer.sha256).toBe(sha256);
  const [header, ...rows] = lines.map((line) => JSON.parse(line)) as [Header, ...unknown[][]];
  return { header, rows, footer };
}

const of = ({ rows }: Backup, table: string) => rows.filter(([name]) => name === table);

const download = async () => read(await api.fetch("/v1/backup"));

/** Adds this many events and deliveries, and the trigger counts the latter. */
async function fill(count: number): Promise<void> {
  await api.db.batch([
    api.db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO events (seq, id, type, occurred_at, detected_at, window_to, data, commit_id)
       SELECT i * 512, 'evt_' || i, 'live.started', i, i, i, '{}', 'c' FROM n`,
    ),
    api.db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO deliveries (seq, id, channel_id, status, items, made_at, open_until)
       SELECT i, 'dlv_' || i, 'ch_1', iif(i % 2 = 0, 'held', 'dead'), '[]', i, i FROM n`,
    ),
  ]);
}

test("it has every row, and its settings of channels are encrypted", async () => {
  await fill(1300);
  const url = "https://hooks.slack.com/services/T0/B0/secret";
  await api.call("POST", "/v1/channels", { kind: "slack", name: "Chat", settings: { url } });
  await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
  const backup = await download();
  const { header, footer, rows } = backup;
  for (const [table, { columns, rows: count }] of Object.entries(header.tables)) {
    const row = await api.db.prepare(`SELECT count(*) AS n FROM "${table}"`).first<{ n: number }>();
    // The download itself is entered after it was read.
    if (table !== "audit") expect([table, count, of(backup, table).length]).toEqual([table, row!.n, row!.n]);
    expect(of(backup, table).every((one) => one.length === columns.length + 1)).toBe(true);
  }
  expect(Object.keys(header.tables)).toEqual(expect.arrayContaining(["targets", "tokens", "feed-keys", "series"]));
  expect([of(backup, "events").length, of(backup, "channels").length, of(backup, "targets").length]).toEqual([
    1300, 1, 1,
  ]);
  expect([footer.rows, footer.tables]).toEqual([rows.length, undefined]);
  expect(JSON.stringify(backup)).not.toContain("T0/B0/secret");
  expect(JSON.stringify(backup)).not.toContain(TOKEN);
});

test("rows that come while it is read are left out, rows that go are missing, and its counts fit", async () => {
  await fill(1300);
  let pages = 0;
  // Before the second page of deliveries some of it goes, and one comes.
  const meanwhile = async () => {
    await api.db.exec("DELETE FROM deliveries WHERE seq BETWEEN 701 AND 710");
    await api.db.exec(
      "INSERT INTO deliveries (seq, id, channel_id, status, items, made_at, open_until) VALUES (9999, 'dlv_late', 'ch_1', 'sent', '[]', 1, 1)",
    );
  };
  const DB = {
    batch: (all: D1PreparedStatement[]) => api.db.batch(all),
    prepare(sql: string) {
      const statement = api.db.prepare(sql);
      if (!sql.includes("row_place") || !sql.includes('"deliveries"')) return statement;
      const bind = (...values: unknown[]) => ({
        async all() {
          if (++pages === 2) await meanwhile();
          return statement.bind(...values).all();
        },
      });
      return { bind };
    },
  };
  const requested = new Request("http://api.test/v1/backup", { headers: { authorization: `Bearer ${TOKEN}` } });
  const backup = await read(await api.send(requested, { ...api.env, DB: DB as unknown as D1Database }));
  expect(pages).toBeGreaterThan(2);
  expect(of(backup, "deliveries").length).toBe(1290);
  expect(JSON.stringify(backup.rows)).not.toContain("dlv_late");
  expect(backup.footer.tables).toEqual({ deliveries: 1290 });
  expect(of(backup, "counts")).toEqual(
    expect.arrayContaining([
      ["counts", "deliveries|held", 645],
      ["counts", "deliveries|dead", 645],
    ]),
  );
});

test("it is for admins, on the page and by API, and recorded", async () => {
  const { body } = await api.call("POST", "/v1/tokens", { name: "Editor", scopes: ["write"] });
  expect((await api.fetch("/v1/backup", {}, body.token)).status).toBe(403);
  const signedIn = async (token: string) => {
    const jar = new Jar((request) => api.send(request));
    await jar.send("/sign-in", { token, stay: "true" }, OWN);
    return jar;
  };
  const editor = await signedIn(body.token);
  expect((await editor.open("/settings/backup")).status).toBe(403);
  expect(await (await editor.open("/settings")).text()).not.toContain("/settings/backup");
  const owner = await signedIn(TOKEN);
  expect(await (await owner.open("/settings")).text()).toContain('href="/settings/backup"');
  const answer = await owner.open("/settings/backup");
  expect(answer.headers.get("content-disposition")).toMatch(/tallylight-backup-\d{8}-\d{6}\.ndjson\.gz/);
  await read(answer);
  await download();
  const { items } = (await api.call("GET", "/v1/audit?limit=50")).body;
  const entries = items.filter((one: { operation: string }) => one.operation === "downloadBackup");
  expect(entries.map((one: { status: number }) => one.status)).toEqual([200, 200, 403]);
});

test("what is too large for one request is refused with the command that does it", async () => {
  await api.db.exec("UPDATE counts SET n = 0 WHERE name LIKE 'targets|%'");
  await api.db.exec("INSERT INTO counts (name, n) VALUES ('targets|many', 10001)");
  const many = await api.call("GET", "/v1/backup");
  expect([many.status, many.body.detail]).toEqual([409, expect.stringContaining("npm run backup")]);
  await api.clear();
  await fill(30_000);
  const free = await runApiAs("free");
  expect((await free.json<{ detail: string }>()).detail).toContain("database queries");
  expect(free.status).toBe(409);
});

const runApiAs = (plan: string) =>
  api.send(new Request("http://api.test/v1/backup", { headers: { authorization: `Bearer ${TOKEN}` } }), {
    ...api.env,
    LIMITS: plan,
  });
