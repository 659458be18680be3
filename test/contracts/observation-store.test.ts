import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_COMMIT, type Gap, type PlannedSamples } from "../../src/engine/commit.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import type { Fixture } from "../../src/kinds/kind.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { fixtures } from "../support/fixtures.ts";
import { firstPoll, readOff } from "../support/readings.ts";
import { testDatabases } from "../support/sqlite-d1.ts";
import { keepingOn } from "../support/store-engine.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

describe.each(testDatabases())("gaps and samples of polls on $name", ({ fresh, stop }) => {
  let db: D1Database;
  let commits = 0;
  let revision = 0;
  const id = "tgt_a";

  afterAll(stop);
  beforeEach(async () => {
    db = await fresh();
    revision = 0;
    const body = { kind: "ranking", name: "R", params: { roomId: "7", userId: "8" } };
    await keepingOn(db, START).make(target, body, id);
  });

  const polled = async (at: number, gap: Gap | null, samples: PlannedSamples | null = null) => {
    const write = {
      id,
      revision,
      state: `{"since":${at}}`,
      fault: null,
      consecutiveFaults: 0,
      lastOkAt: at,
      onAir: false,
      unknownSince: null,
      gap,
    };
    const plan = {
      ...EMPTY_COMMIT,
      id: `commit ${commits++}`,
      tick: at,
      slot: 0,
      answers: { good: 1, bad: 0, refused: 0 },
      targets: [write],
      revisions: { [id]: revision },
      samples: samples === null ? {} : { [id]: samples },
    };
    const { lost } = await commit(db, plan);
    expect(lost).toEqual([]);
    // The same commit once more changes nothing.
    expect((await commit(db, plan)).lost).toEqual([id]);
    revision += 1;
  };

  const gaps = async () =>
    JSON.parse((await db.prepare("SELECT gaps FROM targets").first<string>("gaps")) ?? "null") as unknown;

  const runs = async () => {
    const { results } = await db
      .prepare("SELECT begins_at, points FROM series ORDER BY begins_at")
      .all<{ begins_at: number; points: string }>();
    return results.map((row) => [row.begins_at, JSON.parse(row.points) as unknown]);
  };

  const place = (n: number) => ({ "place:0.1": n });

  test("the first verdict ends a gap since the creation, and each later gap follows it", async () => {
    expect(await gaps()).toBeNull();
    await polled(START + 5 * MINUTE, { from: null, to: START + 5 * MINUTE });
    expect(await gaps()).toEqual([[START, START + 5 * MINUTE]]);
    await polled(START + 10 * MINUTE, null);
    await polled(START + 40 * MINUTE, { from: START + 10 * MINUTE, to: START + 40 * MINUTE });
    expect(await gaps()).toEqual([
      [START, START + 5 * MINUTE],
      [START + 10 * MINUTE, START + 40 * MINUTE],
    ]);
  });

  test("the first verdict after new params ends a gap since these were stored", async () => {
    await polled(START, { from: null, to: START });
    await keepingOn(db, START + 20 * MINUTE).patch(target, id, { params: { roomId: "9", userId: "8" } });
    revision += 1;
    await polled(START + 30 * MINUTE, { from: null, to: START + 30 * MINUTE });
    expect(((await gaps()) as number[][]).at(-1)).toEqual([START + 20 * MINUTE, START + 30 * MINUTE]);
  });

  test("gaps are stored for 92 days and no longer, where no month holds them", async () => {
    for (let day = 0; day < 100; day += 10) {
      const to = START + day * DAY + MINUTE;
      await polled(to, { from: to - MINUTE, to });
    }
    const stored = (await gaps()) as [number, number][];
    expect(stored[0]).toEqual([START, START + MINUTE]);
    const to = START + 110 * DAY;
    await polled(to, { from: to - MINUTE, to });
    expect(((await gaps()) as [number, number][]).every(([, end]) => end > to - 92 * DAY)).toBe(true);
    expect(await gaps()).toHaveLength(9);
  });

  test("points of a poll and of the one before it are appended once, each to the run of their day", async () => {
    await polled(START, null, { points: [[START, place(9)]], always: false });
    const change = START + 20 * MINUTE;
    await polled(change, null, {
      points: [
        [change - 5 * MINUTE, place(9)],
        [change, place(3)],
      ],
      always: false,
    });
    // The poll before it is stored already.
    const next = change + 5 * MINUTE;
    await polled(next, null, {
      points: [
        [change, place(3)],
        [next, {}],
      ],
      always: false,
    });
    const first = [
      START,
      [
        [START, place(9)],
        [change - 5 * MINUTE, place(9)],
        [change, place(3)],
        [next, {}],
      ],
    ];
    expect(await runs()).toEqual([first]);
    const tomorrow = START + DAY;
    await polled(tomorrow, null, { points: [[tomorrow, place(3)]], always: false });
    expect(await runs()).toEqual([first, [tomorrow, [[tomorrow, place(3)]]]]);
  });

  test("two points that begin a day's run begin it with the first of them", async () => {
    await polled(START, null, {
      points: [
        [START - 5 * MINUTE, place(9)],
        [START, place(3)],
      ],
      always: false,
    });
    expect(await runs()).toEqual([
      [
        START - 5 * MINUTE,
        [
          [START - 5 * MINUTE, place(9)],
          [START, place(3)],
        ],
      ],
    ]);
  });

  test("on a day of many points only those that must be stored follow each other closely", async () => {
    const many = Array.from({ length: 144 }, (_, n): [number, Record<string, number>] => [START + n * 1000, place(50)]);
    await db
      .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
      .bind(id, START, JSON.stringify(many))
      .run();
    const last = START + 143_000;
    const points = async () => (await runs()).map(([, all]) => (all as unknown[]).length);
    const poll = (at: number, always: boolean) => polled(at, null, { points: [[at, place(40)]], always });
    await poll(last + MINUTE, false);
    expect(await points()).toEqual([144]);
    await poll(last + 2 * MINUTE, true);
    expect(await points()).toEqual([145]);
    await poll(last + 11 * MINUTE, false);
    expect(await points()).toEqual([145]);
    await poll(last + 12 * MINUTE, false);
    expect(await points()).toEqual([146]);
  });
});

describe("sampled daily", () => {
  const DAY = 86_400_000;
  const EVERY = DAY / 24;
  const START = Date.UTC(2026, 0, 5, 20, 30);

  /** The polls with a sample, of a target whose answer never changes. */
  function sampledAt(name: string): { at: number; series: string[] }[] {
    const kind = targetKinds[name]!;
    const [{ params, bodies, settings = {} }] = fixtures[name] as [Fixture];
    const asking = { ...firstPoll(kind.params().parse(params)), settings: kind.settings().parse(settings) };
    const { seen } = readOff(kind.read(asking), bodies);
    if (!seen.ok) throw new Error(`the first fixture of ${name} is not read`);
    let before: unknown = null;
    return Array.from({ length: 72 }, (_, n) => START + n * EVERY).flatMap((at, n) => {
      const judgment = kind.judge({
        ...asking,
        before,
        view: seen.value,
        at,
        lastOkAt: n === 0 ? null : at - EVERY,
        hold: false,
        holdsMs: 600_000,
      });
      before = JSON.parse(JSON.stringify(judgment.state)) as unknown;
      return judgment.samples === undefined ? [] : [{ at, series: Object.keys(judgment.samples).toSorted() }];
    });
  }

  describe.each(Object.keys(targetKinds))("a %s whose answer never changes", (name) => {
    test("has the same sample at the first poll of each day (UTC), or none at all", () => {
      const all = sampledAt(name);
      if (all.length === 0 || all[0]!.series.length === 0) {
        // What it measures is not in its first answer.
        expect(["live", "list", "record"]).toContain(name);
        return;
      }
      const days = Math.ceil((START + 72 * EVERY) / DAY) - Math.floor(START / DAY);
      expect(all.map(({ at }) => Math.floor(at / DAY))).toEqual(
        Array.from({ length: days }, (_, n) => Math.floor(START / DAY) + n),
      );
      for (const { at, series } of all) {
        expect(series).toEqual(all[0]!.series);
        expect(at === START || at % DAY < EVERY).toBe(true);
      }
    });
  });
});
