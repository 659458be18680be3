import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calendarPeriod } from "../../src/core/calendar-period.ts";
import { airtimeStore } from "../../src/features/reports/airtime-store.ts";
import { compareCreators } from "../../src/features/trends/compare-creators.ts";
import { MAX_COMPARED } from "../../src/features/trends/trends.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { surelyKnown } from "../support/readings.ts";
import { reportWorld, stream, type Stream } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { unlimited } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("trends by name", () => {
  describe("trends by name", () => {
    let api: RunningApi;
    let me: Visitor;
    beforeAll(async () => {
      api = await runSqliteApi();
      me = await context(api);
    });
    beforeEach(() => api.clear());
    afterAll(() => api.stop());

    const DAY = 86_400_000;

    /** Hashtags of these names, each with views that grew over the last six days. */
    async function grown(names: string[]): Promise<void> {
      const now = Date.now();
      for (const [index, name] of names.entries()) {
        const params = { keyword: `k${index}`, region: "US" };
        const { body, status } = await api.call("POST", "/v1/targets", { kind: "hashtag", name, params });
        expect([name, status]).toEqual([name, 201]);
        for (const ago of [6, 3, 1])
          await api.db
            .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
            .bind(
              body.id,
              now - ago * DAY,
              JSON.stringify([[now - ago * DAY, { "views:a": 10_000 + (6 - ago) * index }]]),
            )
            .run();
      }
    }

    /** The names of the compared hashtags, and what leads on. */
    async function compared(address: string) {
      const { text } = await me.open(address);
      const [, from, to] = /by name, from <bdi[^>]*>([^<]*)<\/bdi> to <bdi[^>]*>([^<]*)</.exec(text) ?? [];
      const link = (label: string) =>
        new RegExp(`href="([^"]+)"[^>]*>${label}<`).exec(text)?.[1]?.replaceAll("&amp;", "&");
      return { text, from, to, next: link("Next by name"), first: link("First by name") };
    }

    test("more than a comparison holds are compared by name, all of them reached in turn, also those of one name", async () => {
      const names = Array.from({ length: 30 }, (_, index) =>
        index < 14 ? "same" : `Tag ${String(index).padStart(2, "0")}`,
      );
      await grown([...names, "zz <img src=x>"]);
      const seen: string[] = [];
      let pages = 0;
      for (let at: string | undefined = "/trends?what=hashtag.views&days=7"; at !== undefined; pages++) {
        const { text, from, to, next, first } = await compared(at);
        expect(text).toContain("of 31 hashtags by name");
        expect(text).not.toContain("<img src=x");
        expect([from, to].every(Boolean)).toBe(true);
        expect(first === undefined).toBe(pages === 0);
        const { text: csv } = await me.open(at.replace("/trends?", "/trends.csv?"));
        const rows = csv.trim().split("\r\n").slice(1);
        expect(rows.at(-1)).toContain("of 31 by name");
        const ids = new Set(rows.slice(0, -1).map((row) => row.split(",")[0]!));
        expect(ids.size).toBeLessThanOrEqual(MAX_COMPARED);
        seen.push(...ids);
        at = next;
      }
      expect([pages, seen.length, new Set(seen).size]).toEqual([3, 31, 31]);
    });

    test("a name leads to those from it on, whatever its case, and beyond the last there is nothing", async () => {
      await grown(Array.from({ length: 20 }, (_, index) => `Tag ${String.fromCharCode(97 + index)}`));
      const { from, to, next } = await compared("/trends?what=hashtag.views&days=7&name=tAG+M");
      expect([from, to, next]).toEqual(["Tag m", "Tag t", undefined]);
      const { text, first } = await compared("/trends?what=hashtag.views&days=7&name=zzz");
      expect(text).toContain("No name comes after this one.");
      expect(first).toBe("/trends?what=hashtag.views&days=7");
    });

    test("a comparison of all says nothing about names", async () => {
      await grown(["One", "Two"]);
      const { text } = await compared("/trends?what=hashtag.views&days=7");
      expect(text).not.toContain("by name");
    });
  });

  describe("trend dates", () => {
    let api: RunningApi;
    let me: Visitor;
    beforeAll(async () => {
      api = await runSqliteApi();
      me = await context(api);
    });
    beforeEach(() => api.clear());
    afterAll(() => api.stop());

    const HOUR = 3_600_000;
    const DAY = 24 * HOUR;

    /** A target of a kind with a sample each hour: `values` of the hour, null for none. */
    async function sampled(
      kind: string,
      from: number,
      to: number,
      values: (at: number) => Record<string, number> | null,
    ) {
      const { params } = targetKinds[kind]!.example;
      const { body, status } = await api.call("POST", "/v1/targets", { kind, name: "Mine", params });
      expect(status).toBe(201);
      const points: [number, Record<string, number>][] = [];
      for (let at = from; at <= to; at += HOUR) {
        const now = values(at);
        if (now !== null) points.push([at, now]);
      }
      for (const day of Map.groupBy(points, ([at]) => Math.floor(at / DAY)).values())
        await api.db
          .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
          .bind(body.id, day[0]![0], JSON.stringify(day))
          .run();
      return body.id as string;
    }

    const START = Date.UTC(2026, 0, 1);
    const hours = (at: number): number => (at - START) / HOUR;

    test("any dates are compared from their first instant to their last, as counting says", async () => {
      // A thousand views an hour, from a million on.
      await sampled("hashtag", START, START + 60 * DAY, (at) => ({ "views:a": 1_000_000 + hours(at) * 1000 }));
      for (const [from, to] of [
        ["2026-01-05", "2026-01-05"],
        ["2026-01-05", "2026-01-31"],
        ["2026-02-01", "2026-02-28"],
      ]) {
        const { text } = await me.open(`/trends.csv?what=hashtag.views&from=${from}&to=${to}`);
        const rows = text
          .trim()
          .split("\r\n")
          .slice(1)
          .map((line) => line.split(","));
        const [first, last] = [rows[0]!, rows.at(-1)!];
        const end = Date.parse(`${to}T00:00Z`) + DAY;
        expect([first[4], last[4]]).toEqual([`${from}T00:00:00.000Z`, new Date(end).toISOString()]);
        expect(Number(last[5]) - Number(first[5])).toBe(((end - Date.parse(`${from}T00:00Z`)) / HOUR) * 1000);
        expect(rows.map((row) => row[4])).toEqual(rows.map((row) => row[4]).toSorted());
      }
      const invalid = await me.open("/trends?what=hashtag.views&from=2026-02-01&to=2026-01-01");
      expect(invalid.text).toContain("Enter two dates");
      const page = await me.open("/trends?what=hashtag.views&from=2026-01-05&to=2026-01-31");
      expect(page.text).toContain("Growth, 2026-01-05 to 2026-01-31");
    });

    test("after a gap a value from long before is not taken for one of the period", async () => {
      await sampled("hashtag", START, START + 40 * DAY, (at) =>
        hours(at) > 5 * 24 && hours(at) < 20 * 24 ? null : { "views:a": 1_000_000 + hours(at) * 1000 },
      );
      const { text } = await me.open("/trends.csv?what=hashtag.views&from=2026-01-15&to=2026-01-30");
      const [, first] = text.split("\r\n");
      // The first value of the period is the first one that was measured in it or two days before.
      expect(first!.split(",")[4]! >= "2026-01-21").toBe(true);
    });

    test("a rise of the whole platform is no trend, and one that grows on its own is the headline", async () => {
      const rise = (at: number) => 1.002 ** hours(at);
      const views = (own: (at: number) => number) => (at: number) => ({
        ...Object.fromEntries(["b", "c", "d"].map((id, n) => [`views:${id}`, Math.round(50_000 * (n + 1) * rise(at))])),
        "views:a": Math.round(80_000 * rise(at) * own(at)),
      });
      await sampled(
        "hashtag",
        START,
        START + 50 * DAY,
        views(() => 1),
      );
      const dates = "what=hashtag.views&from=2026-02-08&to=2026-02-14";
      const quiet = await me.open(`/trends?${dates}`);
      expect(quiet.text).toContain("<h1>Nothing stands out: all four rise with the platform</h1>");
      await api.clear();
      const jump = START + 40 * DAY;
      await sampled(
        "hashtag",
        START,
        START + 50 * DAY,
        views((at) => (at > jump ? 2 : 1)),
      );
      const grows = await me.open(`/trends?${dates}`);
      expect(grows.text).toMatch(/<h1>[^<]*views:a|<h1>#a grows on its own: \+\d+%?/);
      expect(grows.text).toMatch(/grows on its own: \+[\d.]+%, similar hashtags \+[\d.]+%/);
      expect(grows.text).toContain("3 or more is a trend");
    });

    test("another currency is never a change, and says so", async () => {
      const id = await sampled("products", START, START + 40 * DAY, (at) =>
        at < START + 20 * DAY ? { "price:7": 14.66, "price:8": 10 } : { "price:7/IDR": 234_482, "price:8": 12 },
      );
      const known = (title: string, currency: string, seriesCurrency: string) => ({
        title,
        price: "1",
        currency,
        seriesCurrency,
        sold: { value: null, low: 0 },
        look: { image: null, shop: null, rating: null, reviews: null },
      });
      const { state } = (await api.db
        .prepare("SELECT state FROM targets WHERE id = ?1")
        .bind(id)
        .first<{ state: string }>())!;
      const before = state === null ? {} : (JSON.parse(state) as object);
      const now = { ...before, known: { 7: known("<i>Lamp</i>", "IDR", "USD"), 8: known("Mug", "USD", "USD") } };
      await api.db
        .prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1")
        .bind(id, JSON.stringify(now))
        .run();
      const { text } = await me.open("/trends?what=products.price&from=2026-01-10&to=2026-01-31");
      expect(text).toContain("Another currency");
      expect(text.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ")).toMatch(
        /: 14\.66 USD until .*20 Jan.*, then 234,482 IDR · not compared/,
      );
      expect(text).not.toContain("<i>Lamp");
      expect(text).toMatch(/▲ \+20%/);
    });
  });
});

describe("compare creators", () => {
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  test("of many creators those who were live most are compared first, whatever their names, and the page says so", async () => {
    const hour = (n: number) => Date.now() - n * 3_600_000;
    for (let n = 0; n < 35; n++) {
      const lasted = n < 29 ? [] : [{ from: hour(90), to: hour(90 - n), gap: null, viewers: [] }];
      await reportWorld(api).creator(`C${String(n).padStart(2, "0")}`, String(7000 + n), "wl_default", lasted);
    }
    const { text } = await me.open("/trends/creators");
    expect(text).toContain("<h1>Of these 5, C34 was live most: 34 h</h1>");
    expect(text).toContain("The 5 creators who were live most, choose others below.");
    const rows = [...text.matchAll(/<th scope="row">[^]*?<bdi class="nm">(C\d\d)/g)].map(([, name]) => name);
    expect(rows).toEqual(["C34", "C33", "C32", "C31", "C30"]);
  });

  const MINUTE = 60_000;
  const DAY = 86_400_000;

  /** Around both clock changes of a spring and of an autumn. */
  const SEASONS = [
    { begin: Date.UTC(2026, 2, 2), range: "2026-03-05/2026-04-02", now: Date.UTC(2026, 3, 2, 13, 7) },
    { begin: Date.UTC(2025, 9, 20), range: "2025-10-22/2025-11-09", now: Date.UTC(2026, 0, 5) },
  ];

  test("days are what counting minute by minute comes to, and what nobody observed is unknown, not zero", async () => {
    const met = { live: 0, unseen: 0, zero: 0, unknown: 0, overMidnight: 0, young: 0, viewers: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SEASONS),
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 24 * 1440 }), fc.integer({ min: 1, max: 900 })), {
          maxLength: 14,
          selector: ([start]) => start,
        }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 24 * 1440 }), fc.integer({ min: 1, max: 4000 })), { maxLength: 2 }),
        fc.constantFrom(-30, 0, 9),
        fc.constantFrom("UTC", "Europe/Berlin", "America/New_York"),
        async ({ begin, range, now }, all, gaps, added, timezone) => {
          await api.clear();
          const createdAt = begin + added * DAY;
          const streams: Stream[] = [];
          for (const [start, length] of all.toSorted(([a], [b]) => a - b)) {
            const from = begin + start * MINUTE;
            const to = from + length * MINUTE;
            if (from <= (streams.at(-1)?.to ?? 0) || from < createdAt || to > now) continue;
            streams.push({ from, to, gap: null, viewers: [[from + 30_000, (start % 90) + 10]] });
          }
          const unknown: [number, number][] = [];
          for (const [start, length] of gaps.toSorted(([a], [b]) => a - b)) {
            const [since, known] = [begin + start * MINUTE, begin + (start + length) * MINUTE];
            if (known > now || since < createdAt || since <= (unknown.at(-1)?.[1] ?? 0)) continue;
            unknown.push([since, known]);
          }
          const id = await reportWorld(api).creator("Maria", "7001", "wl_default", streams, createdAt, unknown);
          const period = calendarPeriod(range, timezone, now)!;
          const frame = { period, timezone, validDayMs: 60 * MINUTE, now };
          const [one] = await compareCreators([id, "tgt_none"], frame, airtimeStore(api.db, unlimited, surelyKnown));
          const day = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
          const seconds = new Map<string, number>();
          const open = new Set<string>();
          const whole = new Set<string>();
          for (let at = period.from; at < Math.min(period.to, now); at += MINUTE) {
            const date = day.format(at);
            whole.add(date);
            const isKnown = at >= createdAt && !unknown.some(([from, to]) => from <= at && at < to);
            const isLive = streams.some(({ from, to }) => from <= at && at < to);
            if (!isKnown) open.add(date);
            if (isKnown && isLive) seconds.set(date, (seconds.get(date) ?? 0) + 60);
            met.unseen += Number(!isKnown && isLive);
          }
          const expected = [...whole].map((date) => [date, seconds.get(date) ?? (open.has(date) ? null : 0)]);
          expect(one!.days.map((each) => [day.format(each.at), each.seconds])).toEqual(expected);
          const counted = [...seconds.values()].reduce((sum, value) => sum + value, 0);
          expect(one!.row.seconds).toBe(counted);
          for (const each of one!.days) if ((each.seconds ?? 0) === 0) expect(each.averageViewers).toBeNull();
          met.live += seconds.size;
          met.zero += expected.filter(([, value]) => value === 0).length;
          met.unknown += expected.filter(([, value]) => value === null).length;
          met.young += Number(added > 0);
          met.overMidnight += streams.filter((each) => day.format(each.from) !== day.format(each.to - 1)).length;
          met.viewers += one!.days.filter(({ averageViewers }) => averageViewers !== null).length;
        },
      ),
      { numRuns: runs(200, 20) },
    );
    for (const [what, count] of Object.entries(met)) expect([what, count > 5]).toEqual([what, true]);
  });

  const world = async () => {
    const { creator } = reportWorld(api);
    const ids: string[] = [];
    for (let n = 0; n < 12; n++)
      ids.push(
        await creator(n === 0 ? "<b>=Zoë" : `C${n}`, `70${n}`, "wl_default", [
          stream(
            `2026-03-${String(n + 1).padStart(2, "0")}T20:00Z`,
            `2026-03-${String(n + 2).padStart(2, "0")}T01:00Z`,
            {
              viewers: [[Date.parse(`2026-03-${String(n + 1).padStart(2, "0")}T21:00Z`), 100 * (n + 1)]],
            },
          ),
        ]),
      );
    return ids;
  };

  test("the page compares two to ten creators over any dates, in a chart, a table and a whole CSV", async () => {
    const ids = await world();
    const query = `from=2026-03-01&to=2026-03-20&${ids.map((id) => `c=${id}`).join("&")}`;
    const { status, text } = await me.open(`/trends/creators?${query}`);
    expect(status).toBe(200);
    expect(text.match(/<path class="(?:up|plain)" d="/g)).toHaveLength(10);
    // Twelve were asked for, ten are compared.
    expect(text).not.toContain(`/creators/${ids[10]}"`);
    expect(text).toContain("5 h");
    expect(text).not.toContain("<b>=Zo");
    const csv = await me.open(`/trends/creators.csv?${query}`);
    const lines = csv.text.trim().split("\r\n");
    expect(lines).toHaveLength(1 + 10 * 20);
    expect(lines[1]).toMatch(/^tgt_\w+,<b>=Zoë,2026-03-01,\d+,100,100,1$/);
    const viewers = await me.open(`/trends/creators?measure=viewers&${query}`);
    expect(viewers.text).toContain("Average viewers per day");
  });

  test.each([
    ["from=2026-03-20&to=2026-03-01", true],
    ["from=2026-13-01&to=2026-14-01", true],
    ["from=2026-03-01&to=", true],
    ["from=2099-01-01&to=2099-01-02", true],
    ["from=2020-01-01&to=2026-01-01", true],
    ["days=7", false],
    ["days=8&measure=none&c=x&c=y&q=%00", false],
  ])("dates that are none are refused in words: %s", async (query, refused) => {
    await world();
    const { status, text } = await me.open(`/trends/creators?${query}`);
    expect(status).toBe(200);
    expect(text.includes("Enter two dates")).toBe(refused);
  });

  test("a creator whom nobody observed is unknown in the legend, and of many some are offered", async () => {
    const world = reportWorld(api);
    const never = await world.creator("Never", "7001", "wl_default", [], Date.now() - DAY, [
      [Date.now() - DAY, Date.now()],
    ]);
    await api.db.prepare("UPDATE targets SET gaps = NULL, state = NULL").run();
    await world.creator("Other", "7002", "wl_default", []);
    const text = async () => (await me.open("/trends/creators")).text;
    // Compared are those who were watched, unless others are chosen.
    expect(await text()).not.toContain("Never unknown");
    const other = await api.db.prepare("SELECT id FROM targets WHERE id <> ?1").bind(never).first<string>("id");
    const chosen = await me.open(`/trends/creators?c=${never}&c=${other}`);
    expect(chosen.text).toContain("Never unknown");
    expect(await text()).not.toMatch(/\d shown/);
    for (let n = 0; n < 31; n++) await world.creator(`C${n}`, `80${n}`, "wl_default", []);
    expect(await text()).toMatch(/3\d shown/);
  });
});
