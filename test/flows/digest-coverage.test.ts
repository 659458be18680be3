import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { iso } from "../../src/core/instant.ts";
import { nextTime } from "../../src/core/schedule.ts";
import { editionStore } from "../../src/features/digests/edition-store.ts";
import { periodAfter } from "../../src/features/digests/edition/period.ts";
import { issueDue } from "../../src/features/digests/edition/start-editions.ts";
import { writeEdition } from "../../src/features/digests/edition/write.ts";
import { historyStore } from "../../src/features/digests/history-store.ts";
import { airtimeStore } from "../../src/features/reports/airtime-store.ts";
import { periodOf } from "../../src/sections/period.ts";
import { type RunningApi, runSqliteApi } from "../api/running-api.ts";
import { interposed } from "../support/interposed-d1.ts";
import { surelyKnown } from "../support/readings.ts";
import { runs } from "../support/runs.ts";
import { unlimited } from "../support/setting.ts";
import { roomStore } from "../../src/features/reports/room.ts";

// Consecutive digests, each about the time since the one before it, leave no time out and cover none twice.

/** Zones with clock changes of an hour, of half an hour, at midnight, of a whole day, in both halves of the year. */
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Asia/Kolkata",
  "UTC",
];

const twoDigits = fc.integer({ min: 0, max: 23 });
const minute = fc.constantFrom(0, 15, 30, 59);

/** A schedule, and the period from one of its times to the next. */
const matching = fc.oneof(
  fc.record({ schedule: fc.tuple(minute, twoDigits).map(([m, h]) => `${m} ${h} * * *`), period: fc.constant("P1D") }),
  fc.record({
    schedule: fc.tuple(minute, twoDigits, fc.nat(6)).map(([m, h, day]) => `${m} ${h} * * ${day}`),
    period: fc.constantFrom("P7D", "P1W"),
  }),
  fc.record({
    schedule: fc.tuple(minute, twoDigits, fc.integer({ min: 1, max: 28 })).map(([m, h, d]) => `${m} ${h} ${d} * *`),
    period: fc.constant("P1M"),
  }),
  fc.record({ schedule: minute.map((m) => `${m} * * * *`), period: fc.constantFrom("PT1H", "PT60M") }),
  fc.constantFrom(
    { schedule: "*/30 * * * *", period: "PT30M" },
    { schedule: "0 */6 * * *", period: "PT6H" },
    { schedule: "30 2,14 * * *", period: "PT12H" },
    { schedule: "30 2 * * *", period: "PT24H" },
  ),
);

/** The first digests from an instant on. */
function chain(schedule: string, period: string, timezone: string, from: number, count: number, zone = timezone) {
  const found: { from: number; to: number }[] = [];
  let at = nextTime({ pattern: schedule, timezone }, from)!;
  for (let n = 0; n < count; n++) {
    found.push(periodAfter({ schedule, timezone, period }, at, at, zone));
    at = nextTime({ pattern: schedule, timezone }, at)!;
  }
  return found;
}

/** Days of clock changes, among them that on which Samoa left out a day. */
const CHANGES = ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-09-06", "2011-12-30"];
const start = fc.oneof(
  fc.constantFrom(...CHANGES).chain((day) => fc.nat(72).map((hours) => Date.parse(day) - hours * 3_600_000)),
  fc.integer({ min: 0, max: 3650 }).map((day) => Date.parse("2020-01-01") + day * 86_400_000),
);

test("a digest begins where the one before it ended, whatever the clock does", () => {
  fc.assert(
    fc.property(
      matching,
      fc.constantFrom(...ZONES),
      fc.constantFrom(...ZONES, null),
      start,
      ({ schedule, period }, timezone, zone, from) => {
        const digests = chain(schedule, period, timezone, from, 40, zone ?? timezone);
        expect(digests.slice(1).map((one) => iso(one.from))).toEqual(digests.slice(0, -1).map((one) => iso(one.to)));
      },
    ),
    { numRuns: runs(2000) },
  );
});

test("every day at half past two in Berlin, when that time is skipped and when it comes twice", () => {
  const ends = (from: string) =>
    chain("30 2 * * *", "P1D", "Europe/Berlin", Date.parse(from), 3).map((one) =>
      [iso(one.from), iso(one.to)].map((at) => at.slice(5, 16)),
    );
  expect(ends("2026-03-28T12:00Z")).toEqual([
    ["03-28T01:30", "03-29T01:00"],
    ["03-29T01:00", "03-30T00:30"],
    ["03-30T00:30", "03-31T00:30"],
  ]);
  expect(ends("2026-10-24T12:00Z")).toEqual([
    ["10-24T00:30", "10-25T00:30"],
    ["10-25T00:30", "10-26T01:30"],
    ["10-26T01:30", "10-27T01:30"],
  ]);
});

test("a day that a clock change made shorter or longer is called a day", () => {
  for (const from of ["2026-03-28T12:00Z", "2026-10-24T12:00Z"])
    for (const day of chain("30 2 * * *", "P1D", "Europe/Berlin", Date.parse(from), 4))
      expect(periodOf({ ...day, timezone: "Europe/Berlin" }).word).toBe("day");
});

test("a period that is not the time between two digests is as long as it says", () => {
  const hours = (schedule: string, period: string, from: string) =>
    chain(schedule, period, "Europe/Berlin", Date.parse(from), 1).map((one) => (one.to - one.from) / 3_600_000);
  expect(hours("0 9 * * 1-5", "P1D", "2026-03-07T12:00Z")).toEqual([24]);
  expect(hours("0 9 * * 0", "PT12H", "2026-03-28T12:00Z")).toEqual([12]);
  expect(hours("0 9 * * *", "P7D", "2026-03-29T12:00Z")).toEqual([167]);
});

describe("digest lists", () => {
  const MINUTE = 60_000;
  /** A first of April, 09:00 in Berlin; in the future, so that ticks are what counts. */
  const DUE = Date.UTC(2030, 3, 1, 7);
  const LISTS = 12;

  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const created = async (path: string, body: object): Promise<string> => {
    const { status, body: answer } = await api.call("POST", path, body);
    expect([path, status]).toEqual([path, 201]);
    return answer.id;
  };

  async function world(): Promise<string> {
    await api.db
      .prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1")
      .bind(DUE - 20 * 86_400_000)
      .run();
    const settings = { url: "http://127.0.0.1:9/hook" };
    const channelId = await created("/v1/channels", { kind: "webhook", name: "Clients", settings });
    for (let n = 0; n < LISTS; n++) {
      const watchlistId = await created("/v1/watchlists", {
        name: `Client ${String(n).padStart(2, "0")}`,
        timezone: n % 3 === 0 ? "Asia/Tokyo" : null,
      });
      await created("/v1/targets", { kind: "live", name: `C${n}`, params: { userId: `70${n}` }, watchlistId });
    }
    // One without targets gets no message.
    await created("/v1/watchlists", { name: "Empty" });
    return created("/v1/digests", {
      name: "Month end",
      channelId,
      schedule: "0 9 1 * *",
      timezone: "Europe/Berlin",
      period: "lastMonth",
      sections: ["airtime"],
      perWatchlist: true,
    });
  }

  interface Delivered {
    id: string;
    list: string;
    listName: string;
    zone: string;
    written: number;
  }

  const delivered = async (): Promise<Delivered[]> => {
    const { results } = await api.db
      .prepare(
        `SELECT d.id, e.digest ->> 'watchlistId' AS list, e.digest ->> 'listName' AS listName, e.digest ->> 'timezone' AS zone,
         e.content IS NOT NULL AS written FROM deliveries d LEFT JOIN editions e ON e.id = d.edition ORDER BY listName`,
      )
      .all<Delivered>();
    return results;
  };

  test("twelve lists get one message each, whatever D1 and the queue refuse, and however often a tick is repeated", async () => {
    const faults = { refused: 0, lost: 0, orders: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("well", "well", "refused", "lost"), { minLength: 5, maxLength: 60 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 40 }),
        async (fates, queue) => {
          await api.clear();
          await world();
          const stood = interposed(api.db);
          let requested = 0;
          stood.between = async (_statements, run) => {
            const fate = fates[requested++] ?? "well";
            if (fate === "refused") {
              faults.refused += 1;
              throw new Error("D1_ERROR: refused");
            }
            const result = await run();
            if (fate === "lost") {
              faults.lost += 1;
              throw new Error("D1_ERROR: the answer was lost");
            }
            return result;
          };
          const store = editionStore(stood.db);
          let key = 0;
          const write = {
            ...historyStore(stood.db),
            ...roomStore(stood.db, unlimited),
            airtime: airtimeStore(stood.db, unlimited, surelyKnown),
            retentionMs: Infinity,
            claim: store.claim,
            keep: store.keep,
            newKey: () => `key${key++}`,
            wallNow: () => DUE,
          };
          let takes = 0;
          // Until everything is written; leases last two minutes, and an edition has five tries.
          for (let minute = 0; minute < 80; minute++) {
            const now = DUE + minute * MINUTE;
            const ordered: string[] = [];
            const order = async (id: string) => {
              const taken = queue[takes++] ?? true;
              if (taken) ordered.push(id);
              else faults.orders += 1;
              return taken;
            };
            const deps = { ...store, order };
            const refused = await issueDue(now, deps).catch(() => []);
            for (const id of [...ordered, ...refused.map(({ edition }) => edition)])
              await writeEdition(id, now, write).catch(() => false);
          }
          const all = await delivered();
          expect(all.map(({ listName }) => listName)).toEqual(
            Array.from({ length: LISTS }, (_, n) => `Client ${String(n).padStart(2, "0")}`),
          );
          expect(new Set(all.map(({ id }) => id)).size).toBe(LISTS);
          expect(all.filter(({ zone }) => zone === "Asia/Tokyo")).toHaveLength(4);
          expect(all.every(({ written }) => written === 1)).toBe(true);
        },
      ),
      { numRuns: runs(60) },
    );
    for (const [what, count] of Object.entries(faults)) expect([what, count > 3]).toEqual([what, true]);
  });

  test("run makes one message for each list now, and the answer is the first", async () => {
    const id = await world();
    const { status, body } = await api.call("POST", `/v1/digests/${id}/run`);
    expect(status).toBe(201);
    const all = await delivered();
    expect(all).toHaveLength(LISTS);
    expect(all[0]).toMatchObject({ id: body.id, written: 1 });
    expect(all.slice(1).every(({ written }) => written === 0)).toBe(true);
    // The others were ordered, and the first is waited for by nobody.
    expect(api.nudges.filter((one) => "edition" in (one as object))).toHaveLength(LISTS - 1);
    await api.db.prepare("DELETE FROM targets").run();
    expect((await api.call("POST", `/v1/digests/${id}/run`)).status).toBe(409);
  });

  test("a preview shows the first list's message", async () => {
    const id = await world();
    const { body } = await api.call("POST", `/v1/digests/${id}/preview`, {});
    expect(body.messages).toHaveLength(1);
    expect(body.data.airtime.totals.creators).toBe(1);
    expect(JSON.stringify(body.messages[0].payload)).toContain('"watchlistName":"Client 00"');
  });

  test("a preview shows the message of the list that it names, and of no other", async () => {
    const id = await world();
    const lists = (await api.call("GET", "/v1/watchlists?limit=200")).body.items as { id: string; name: string }[];
    const idOf = (name: string) => lists.find((one) => one.name === name)!.id;
    const previewOf = (watchlistId: unknown) => api.call("POST", `/v1/digests/${id}/preview`, { watchlistId });
    const { body } = await previewOf(idOf("Client 07"));
    expect(JSON.stringify(body.messages[0].payload)).toContain('"watchlistName":"Client 07"');
    for (const invalid of [idOf("Empty"), "wl_nobody", null, 7]) {
      const refused = await previewOf(invalid);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/watchlistId"]);
    }
    await api.call("PATCH", `/v1/digests/${id}`, { perWatchlist: false });
    expect((await previewOf(idOf("Client 07"))).status).toBe(422);
  });
});
