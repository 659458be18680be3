import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tick } from "../../src/engine/poll/tick.ts";
import { metered } from "../../src/db/meter.ts";
import { fixtures } from "../support/fixtures.ts";
import { live } from "../../src/kinds/live/kind.ts";
import { products } from "../../src/kinds/products/kind.ts";
import { ranking } from "../../src/kinds/ranking/kind.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { platform, watch, type Platform } from "../support/platform.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { timetableStore } from "../support/store-engine.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5, 12);

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ids = (count: number, from = 5000): string[] => Array.from({ length: count }, (_, n) => String(from + n));
const statusOf = async (cloud: Platform) =>
  new Map(
    ((await cloud.api("GET", "/v1/targets?limit=200")).body.items as { name: string; status: any }[]).map(
      ({ name, status }) => [name, status],
    ),
  );

describe("a single bad row", () => {
  for (const [step, doing] of [
    ["read", "reading it"],
    ["judge", "comparing its answer"],
    ["turn", "comparing its answer"],
  ] as const) {
    test(`a kind that throws in ${step} is a fault of that target only, and names the bug`, async () => {
      const cloud = await platform({ LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: "100" });
      await watch(cloud, ids(8));
      await cloud.tick(START + MINUTE);
      const of: Record<string, any> = step === "turn" ? live.verdicts! : live;
      const real = of[step];
      vi.spyOn(of, step).mockImplementation(((...provided: any[]) => {
        const named = JSON.stringify(provided).includes("5003") || (step === "turn" && provided[1]?.verdict === "on");
        if (named) throw new TypeError("Cannot read properties of undefined (reading 'x')");
        return real(...provided);
      }) as never);
      if (step === "turn") {
        const evaluated = live.judge.bind(live);
        vi.spyOn(live, "judge").mockImplementation((input) => {
          if (input.view.verdict === "on") throw new TypeError("Cannot read properties of undefined (reading 'x')");
          return evaluated(input);
        });
        cloud.outside = (url) => ({
          status: 200,
          body: JSON.stringify({ code: 0, data: { data: [{ alive: url.includes("5003"), room_id: 7 }] } }),
        });
      }
      expect(await cloud.tick(START + 2 * MINUTE)).toBe(true);
      const after = await statusOf(cloud);
      expect(after.get("user 5003").fault).toEqual({
        kind: "bug",
        status: null,
        detail: `an error in Tallylight while ${doing}: TypeError: Cannot read properties of undefined (reading 'x')`,
      });
      expect([...after.values()].filter(({ fault }) => fault !== null)).toHaveLength(1);
      expect(after.get("user 5004").lastOkAt).toBe(new Date(START + 2 * MINUTE).toISOString());
      expect(errors.mock.calls.flat().join()).toContain("TypeError");
    });
  }

  test("a kind unknown to this version is a fault of that row, and the others are polled", async () => {
    const cloud = await platform();
    await watch(cloud, ids(5));
    await cloud.db.prepare("UPDATE targets SET kind = 'podcast' WHERE name = 'user 5002'").run();
    expect(await cloud.tick(START + MINUTE)).toBe(true);
    const row = await cloud.db.prepare("SELECT fault, consecutive_faults FROM targets WHERE kind = 'podcast'").first();
    expect(row).toMatchObject({ consecutive_faults: 1 });
    expect(String(row!["fault"])).toContain('knows no kind \\"podcast\\"');
    const { results } = await cloud.db.prepare("SELECT state FROM targets WHERE kind = 'live'").all();
    expect(results.filter(({ state }) => state !== null)).toHaveLength(4);
  });

  test("a value that the database rejects is found, and is a fault of its target only", async () => {
    const cloud = await platform({ LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: "100" });
    await watch(cloud, ids(40));
    const poisoned = (await cloud.db.prepare("SELECT id FROM targets WHERE name = 'user 5017'").first("id")) as string;
    cloud.database = (statements) => {
      const bad = statements.some(
        ({ text, values }) => text.startsWith("UPDATE targets") && values.some((one) => hasState(one, poisoned)),
      );
      if (bad) throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
    };
    expect(await cloud.tick(START + MINUTE)).toBe(true);
    const after = await statusOf(cloud);
    expect([...after].filter(([, { verdict }]) => verdict === "off")).toHaveLength(39);
    expect(after.get("user 5017").fault).toMatchObject({ kind: "bug" });
    expect((await cloud.health(START + MINUTE)).status).toBe("ok");
    const ledger = await cloud.db
      .prepare("SELECT counters, unspent FROM tally")
      .first<{ counters: string; unspent: number }>();
    expect(JSON.parse(ledger!.counters)).toMatchObject({ "polls|live|ok": 39, "polls|live|bug": 1 });
  });
});

const hasState = (value: unknown, id: string): boolean =>
  typeof value === "string" &&
  value.startsWith("[{") &&
  (JSON.parse(value) as { id: string; state: string | null }[]).some((one) => one.id === id && one.state !== null);

describe("one large value", () => {
  test("the targets of one commit may have states of 119 KB each", async () => {
    const cloud = await platform({ LIMITS: "paid" });
    const evaluated = ranking.judge.bind(ranking);
    vi.spyOn(ranking, "judge").mockImplementation((input) => {
      const judgment = evaluated(input);
      return { ...judgment, state: { ...judgment.state, padding: "é".repeat(59_500) } as never };
    });
    cloud.outside = () => ({ status: 200, body: JSON.stringify(fixtures["ranking"]![0]!.bodies[0]) });
    const rows = ids(60).map((id) => ({ kind: "ranking", name: id, params: { userId: id, roomId: id } }));
    await cloud.api("POST", "/v1/targets/import", rows);
    expect(await cloud.tick(START + MINUTE)).toBe(true);
    const { results } = await cloud.db.prepare("SELECT length(CAST(state AS BLOB)) AS bytes FROM targets").all();
    expect(results.every(({ bytes }) => Number(bytes) > 119_000)).toBe(true);
  });

  test("a state that fits no row is a fault", async () => {
    const cloud = await platform();
    await watch(cloud, ids(2));
    const evaluated = live.judge.bind(live);
    vi.spyOn(live, "judge").mockImplementation((input) => {
      const judgment = evaluated(input);
      const large = (input.params as { userId: string }).userId === "5000";
      return large ? { ...judgment, state: { ...judgment.state, padding: "x".repeat(3_000_000) } as never } : judgment;
    });
    expect(await cloud.tick(START + MINUTE)).toBe(true);
    const after = await statusOf(cloud);
    expect(after.get("user 5000").fault.detail).toContain("its state has 3000");
    expect(after.get("user 5001").verdict).toBe("off");
  });

  test("a schedule of 50,000 targets is claimed", async () => {
    const db = metered(await migratedSqlite(), { statements: 0 }, 100, () => undefined);
    const sheets = Array.from({ length: 50 }, (_, sheet) => {
      const entries = Array.from({ length: 1000 }, (_, n) => [
        `tgt_${String(sheet * 1000 + n).padStart(26, "0")}`,
        [START, START - MINUTE, 0, 0, 60, 1, 1, 1, 0],
      ]);
      return JSON.stringify(Object.fromEntries(entries));
    });
    for (const [index, text] of sheets.entries())
      await db
        .prepare("INSERT INTO sheets (id, entries, size) VALUES (?1, ?2, 1000)")
        .bind(index + 1, text)
        .run();
    const rules = { perMinute: 100_000, batchSize: { calls: 200, cpu: 4000 }, ownCalls: 9000 };
    const { batches } = await tick(START + MINUTE, rules, timetableStore(db));
    expect(batches.flatMap(({ targets }) => targets)).toHaveLength(50_000);
    expect((await tick(START + 2 * MINUTE, rules, timetableStore(db))).batches).toEqual([]);
  });

  test("a shop page that changes at each poll fills no row, and a day of it ends", async () => {
    // The short run polls every five minutes.
    const every = process.env["LONG"] ? MINUTE : 5 * MINUTE;
    const cloud = await platform({ MIN_INTERVAL_SECONDS: "60" });
    const [fixture] = fixtures["products"]!;
    const body = JSON.stringify(fixture!.bodies[0]);
    const evaluated = products.judge.bind(products);
    vi.spyOn(products, "judge").mockImplementation((input) => {
      const series = Array.from({ length: 100 }, (_, n) => [`price:${input.at}${n}00000`, 19.99 + n]);
      return { ...evaluated(input), samples: Object.fromEntries(series) };
    });
    cloud.outside = () => ({ status: 200, body });
    const target = { kind: "products", name: "page", params: { categoryId: 1 }, intervalSeconds: every / 1000 };
    const { body: created } = await cloud.api("POST", "/v1/targets", target);
    const day = Date.UTC(2026, 0, 6);
    for (let at = day; at < day + DAY; at += every) await cloud.tick(at);
    const { results } = await cloud.db
      .prepare("SELECT length(points) AS size, json_array_length(points) AS n FROM series")
      .all();
    expect(Math.max(...results.map(({ size }) => Number(size)))).toBeLessThan(500_000);
    const points = results.reduce((sum, { n }) => sum + Number(n), 0);
    expect(points).toBeGreaterThan(200);
    expect(points).toBeLessThanOrEqual(300);
    const last = (await cloud.api("GET", `/v1/targets/${created.id}/samples?limit=1`)).body.items[0];
    expect(Date.parse(last.at)).toBeGreaterThanOrEqual(day + DAY - 11 * MINUTE);
  });
});

test("the meter rejects what D1 would: a value, parameters, a statement", async () => {
  const db = metered(await migratedSqlite(), { statements: 0 }, 1000, () => undefined);
  const value = (text: string) => db.prepare("SELECT ?1 AS t").bind(text);
  await expect(value("x".repeat(2_000_000)).all()).resolves.toBeDefined();
  await expect(value("x".repeat(2_000_001)).all()).rejects.toThrow("SQLITE_TOOBIG");
  await expect(db.batch([value("é".repeat(1_000_001))])).rejects.toThrow("SQLITE_TOOBIG");
  await expect(
    db
      .prepare("SELECT 1")
      .bind(...Array.from({ length: 101 }, () => 1))
      .all(),
  ).rejects.toThrow("too many");
  await expect(db.prepare(`SELECT 1 --${"x".repeat(100_000)}`).all()).rejects.toThrow("statement too long");
  expect(Object.keys(targetKinds)).toContain("live");
});
