import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "../../src/core/limits.ts";
import { monthStore } from "../../src/engine/retain/retain-store.ts";
import { rollUp, type RollUpDeps } from "../../src/engine/retain/roll-up.ts";
import { cronOf, scheduleWords, timesOf } from "../../src/features/digests/page/schedule.ts";
import { reportWorld, stream, type Stream } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("digest pages", () => {
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const HOSTILE = `<img src=x onerror=alert(1)>`;

  const only = async (what: string) => (await api.call("GET", `/v1/${what}`)).body.items[0];
  const created = async (what: string, body: object): Promise<string> =>
    (await api.call("POST", `/v1/${what}`, body)).body.id;
  const channel = (name = "#live") =>
    created("channels", { kind: "webhook", name, settings: { url: "http://127.0.0.1:1/x" } });

  test("of a digest for each list the preview shows the chosen list, and sending leads to all of its messages", async () => {
    const lists: Record<string, string> = {};
    for (const [index, name] of ["Alpha", HOSTILE].entries()) {
      lists[name] = await created("watchlists", { name });
      await created("targets", {
        kind: "live",
        name: `C${index}`,
        params: { userId: `70${index}` },
        watchlistId: lists[name],
      });
    }
    const digest = { name: "Clients", channelId: await channel(), schedule: "0 9 * * 1", perWatchlist: true };
    const id = await created("digests", digest);
    const form: [string, string][] = [
      ["/name", "Clients"],
      ["/channelId", digest.channelId],
      ["/watchlistId", "each"],
      ["/timezone", "UTC"],
      ["/period", "P7D"],
      ["when", "1"],
      ["time", "09:00"],
      ["sections", "lives"],
    ];
    const displayedOf = async (more: [string, string][]) => {
      const { status, text } = await me.send("/digests/preview", [...form, ...more]);
      expect(status).toBe(200);
      expect(text).not.toContain("<img src=x");
      return /name="shownList".*?<option value="(wl_\w+)" selected/s.exec(text)?.[1];
    };
    expect(await displayedOf([["shownList", lists["Alpha"]!]])).toBe(lists["Alpha"]);
    expect(await displayedOf([["shownList", lists[HOSTILE]!]])).toBe(lists[HOSTILE]);
    // Without a choice, or if the list is gone, the first by name.
    expect(await displayedOf([])).toBe(lists[HOSTILE]);
    expect(await displayedOf([["shownList", "wl_gone"]])).toBe(lists[HOSTILE]);
    const { text: all } = await me.send(
      "/digests/preview",
      form.map(([name, value]) => [name, value === "each" ? "" : value]),
    );
    expect(all).not.toContain("shownList");
    const ran = await me.send(`/digests/${id}/run`, []);
    expect(ran.text).toContain("2 messages are being sent, one for each list");
    expect(ran.text.match(/href="\/messages\/dlv_/g)).toHaveLength(2);
  });

  test("each list by itself sends nothing about a list without creators, and a report can be sent once", async () => {
    const clients = await created("watchlists", { name: "Clients" });
    await created("targets", { kind: "live", name: "Maria", params: { userId: "7001" }, watchlistId: clients });
    const tags = await created("watchlists", { name: "A trend list" });
    await created("targets", { kind: "hashtag", name: "#cats", params: { keyword: "cats" }, watchlistId: tags });
    const form: [string, string][] = [
      ["/name", "Reports so far"],
      ["/channelId", await channel()],
      ["/watchlistId", "each"],
      ["/timezone", "UTC"],
      ["/period", "thisMonth"],
      ["when", "1"],
      ["time", "09:00"],
      ["sections", "airtime"],
      ["sends", "1"],
    ];
    const { text: preview } = await me.send("/digests/preview", form);
    expect(/name="shownList"[^]*?<\/select>/.exec(preview)![0]).not.toContain("A trend list");
    expect((await me.open("/digests/report?period=thisMonth")).text).toContain("Send once");
    const sent = await me.send("/digests", [...form, ["send", "once"]]);
    expect(sent.text).toContain("is being sent");
    // It can't be unsent, and nothing stays on the list of digests.
    expect(sent.text).not.toContain("Undo");
    expect((await api.call("GET", "/v1/digests")).body.items).toEqual([]);
    const { items } = (await api.call("GET", "/v1/deliveries")).body;
    expect(items).toMatchObject([{ status: "pending" }]);
    const { text: message } = await me.open(`/messages/${items[0].id}`);
    expect(message).toContain("Reports so far");
    expect(message).not.toContain("An edition of");
    const key = await api.db.prepare("SELECT picture_key FROM editions").first<string>("picture_key");
    expect((await api.fetch(`/pictures/${key}-airtime.csv`, {}, null)).status).toBe(200);
  });

  test("a page asks for its first preview by itself, which is not prepared for many", async () => {
    const id = await created("digests", { name: "Small", channelId: await channel(), schedule: "0 9 * * 1" });
    const { text } = await me.open(`/digests/${id}`);
    expect(text).toContain('data-first="/digests/preview?first=1"');
    const form: [string, string][] = [
      ["/channelId", (await only("channels")).id],
      ["/timezone", "UTC"],
      ["/period", "P7D"],
      ["when", "1"],
      ["time", "09:00"],
      ["sections", "lives"],
    ];
    expect((await me.send("/digests/preview?first=1", form)).text).toContain('class="disc"');
    await api.db.prepare("INSERT OR REPLACE INTO counts (name, n) VALUES ('targets|live', 31)").run();
    const many = (await me.send("/digests/preview?first=1", form)).text;
    expect(many).toContain("reads the history of 31 entries");
    expect(many).not.toContain('class="disc"');
    expect((await me.send("/digests/preview", form)).text).toContain('class="disc"');
  });

  describe("digests", () => {
    test.each<[cron: string, words: string, back?: string]>([
      ["0 9 * * 1", "every Monday at 09:00"],
      ["30 18 * * *", "every day at 18:30"],
      ["5 7 * * 1-5", "Monday to Friday at 07:05"],
      ["0 9 1 * *", "on the 1st of the month at 09:00"],
      ["0 9 * * 7", "every Sunday at 09:00", "0 9 * * 0"],
    ])("a schedule in words, both ways: %s", (cron, words, back = cron) => {
      expect(scheduleWords(cron)).toBe(words);
      expect(cronOf(timesOf(cron))).toBe(back);
    });

    test("one that no choice says is said as it is, and kept", async () => {
      expect(scheduleWords("*/15 9-17 * * *")).toBe("every 15 minutes from 09:00 to 17:59");
      expect(scheduleWords("*/15 9,17 * * *")).toBe("on a custom schedule (*/15 9,17 * * *)");
      expect(scheduleWords("*/10 * * * 1")).toBe("every 10 minutes, on Monday");
      expect(scheduleWords("30 9,17 * * 1,4")).toBe("every Monday and Thursday at 09:30 and 17:30");
      expect(scheduleWords("0 9 1,15 * *")).toBe("on a custom schedule (0 9 1,15 * *)");
      const either = "on days of the month or days of the week, whichever matches";
      expect(scheduleWords("0 9 1-7 * 1")).toBe(`${either} (0 9 1-7 * 1)`);
      for (const cron of ["0 9 * * 1#1", "0 9 1-7 * +1", "0 9 L * *"])
        expect(scheduleWords(cron)).toBe(`on a custom schedule (${cron})`);
      expect(timesOf("*/15 9-17 * * *")).toEqual({ when: "", time: "" });
      const id = await created("digests", { name: "Often", channelId: await channel(), schedule: "*/15 9-17 * * *" });
      const { text } = await me.open(`/digests/${id}`);
      expect(text).toContain('value="*/15 9-17 * * *"');
      expect(text).toContain("Every 15 minutes from 09:00 to 17:59 (UTC time).");
      expect((await me.open("/digests")).text).toContain("every 15 minutes from 09:00 to 17:59 (UTC time)");
    });

    test("the preview of a draft shows its next three times, and says that it is due on days of either kind", async () => {
      const draft: [string, string][] = [
        ["/channelId", await channel()],
        ["/timezone", "UTC"],
        ["/period", "P7D"],
        ["when", ""],
        ["cron", "0 9 1-7 * 1"],
        ["sections", "lives"],
      ];
      const { text } = await me.send("/digests/preview", draft);
      const [, times = ""] = text.split('id="draft-next"');
      expect(times).toContain("whichever matches (0 9 1-7 * 1)");
      expect(times.split("</section>")[0]!.match(/<time /g)).toHaveLength(3);
    });

    test("one is added, shown in each chat, sent now, changed with an Undo, and not over what others said", async () => {
      const id = await channel(HOSTILE);
      const form = (...more: [string, string][]): [string, string][] => [
        ["/channelId", id],
        ["/timezone", "Europe/Berlin"],
        ["/period", "P7D"],
        ["when", "1"],
        ["time", "09:00"],
        ["sections", "lives"],
        ...more,
      ];
      const invalid = await me.send(
        "/digests",
        form(["time", ""], ["/name", HOSTILE], ["when", ""], ["cron", "nonsense"]).slice(3),
      );
      expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining("&lt;img")]);
      const displayed = await me.send("/digests/preview", form());
      expect(displayed.text).toContain('class="disc"');
      expect(displayed.text).toContain('class="slk"');
      expect(displayed.text).not.toContain("<img src=x");
      const added = await me.send("/digests", form(["/name", "Movers"]));
      expect(added.text).toContain("every Monday at 09:00");
      const one = await only("digests");
      expect(one).toMatchObject({
        schedule: "0 9 * * 1",
        period: "P7D",
        sections: ["lives"],
        timezone: "Europe/Berlin",
      });
      const ran = await me.send(`/digests/${one.id}/run`, []);
      expect(ran.text).toContain("is being sent");
      const [, message] = /href="(\/messages\/dlv_[^"]+)"/.exec((await me.open(`/digests/${one.id}`)).text) ?? [];
      const notified = (await me.open(message!)).text;
      expect(notified).toMatch(/<h1><bdi>Movers<\/bdi><\/h1>/);
      expect(notified).toMatch(new RegExp(`An edition of <a href="/digests/${one.id}"><bdi class="nm">Movers`));
      const saved = await me.send(`/digests/${one.id}`, form(["/name", "Ours"], ["revision", "0"]));
      expect((await only("digests")).name).toBe("Ours");
      await me.undo(saved.text);
      expect((await only("digests")).name).toBe("Movers");
      const paused = await me.send(`/digests/${one.id}/pause`, []);
      for (const { text } of [paused, await me.open("/digests")]) expect(text).not.toContain("very Monday at");
      const tried = await me.send("/digests/preview", form(["id", one.id], ["revision", "0"]));
      expect(tried.text.split('id="draft-next"')[1]).toMatch(/^[^]*?Paused\.[^]*?<\/section>/);
      expect(tried.text.split('id="draft-next"')[1]!.split("</section>")[0]).not.toContain("<time");
      await me.send(`/digests/${one.id}/resume`, []);
      const late = await me.send(`/digests/${one.id}`, form(["/name", "Late"], ["revision", "0"]));
      expect([late.status, late.text]).toEqual([412, expect.stringContaining("1 field differs")]);
      const deleted = await me.send(`/digests/${one.id}/delete`, []);
      expect((await me.undo(deleted.text)).text).toContain("Digest restored");
    });
  });
});

describe("airtime digest", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi({ PUBLIC_URL: "https://tally.example.com" });
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const MINUTE = 60_000;
  const DAY = 86_400_000;

  const tickAt = (now: number) => api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(now).run();

  async function digestOf(more: object): Promise<string> {
    const url = "http://127.0.0.1:9/slack/services/T1/B1/x";
    const { body: channel } = await api.call("POST", "/v1/channels", { kind: "slack", name: "s", settings: { url } });
    const body = { name: "Month end", channelId: channel.id, schedule: "0 9 1 * *", sections: ["airtime"], ...more };
    const { body: digest, status } = await api.call("POST", "/v1/digests", body);
    expect([status, digest.errors]).toEqual([201, undefined]);
    return digest.id;
  }

  /** The address of the whole report in a message. */
  function linkIn(body: { messages: { payload: { body: object } }[] }): URL {
    const text = JSON.stringify(body.messages[0]!.payload.body);
    const [, address] = /<(https:[^|>]+\/reports\?[^|>]+)\|The whole report>/.exec(text) ?? [];
    expect(address, text).toBeDefined();
    return new URL(address!.replaceAll("&amp;", "&"));
  }

  const SEASONS = [
    // Clocks change on 10 and 31 March, and on 27 October and 3 November.
    { begin: Date.UTC(2030, 1, 10), now: Date.UTC(2030, 3, 1, 9, 13) },
    { begin: Date.UTC(2030, 9, 5), now: Date.UTC(2030, 10, 30, 21, 40) },
  ];

  test("any digest's report is that of its link, and what counting minute by minute comes to", async () => {
    const met = { seconds: 0, overMidnight: 0, months: 0, instants: 0, dates: 0, clipped: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SEASONS),
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 55 * 1440 }), fc.integer({ min: 1, max: 700 })), {
          maxLength: 25,
          selector: ([start]) => start,
        }),
        fc.constantFrom("lastMonth", "lastWeek", "thisMonth", "P7D", "P1M", "P1D", "PT36H", null),
        fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"),
        fc.boolean(),
        async ({ begin, now }, drawn, period, timezone, atEdges) => {
          // An hour around the beginning of the shorter periods, which chance seldom finds.
          const edges = [7 * 24, 36, 24].map((hours): [number, number] => [
            Math.round((now - begin) / MINUTE) - hours * 60 - 30,
            60,
          ]);
          const all = atEdges ? [...drawn, ...edges] : drawn;
          await api.clear();
          await tickAt(now);
          const streams: Stream[] = [];
          for (const [start, length] of all.toSorted(([a], [b]) => a - b)) {
            const from = begin + start * MINUTE;
            const to = from + length * MINUTE;
            if (from <= (streams.at(-1)?.to ?? 0) || to > now) continue;
            streams.push({ from, to, gap: null, viewers: [] });
          }
          await reportWorld(api).creator("Maria", "7001", "wl_default", streams);
          const id = await digestOf({ period, timezone, watchlistId: "wl_default" });
          const { body, status } = await api.call("POST", `/v1/digests/${id}/preview`, {});
          expect(status).toBe(200);
          const [from, to] = [body.period.from, body.period.to].map((text: string) => Date.parse(text)) as [
            number,
            number,
          ];
          const day = new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
          const perDay = new Map<string, number>();
          for (const one of streams)
            for (let at = Math.max(one.from, from); at < Math.min(one.to, to); at += MINUTE)
              perDay.set(day.format(at), (perDay.get(day.format(at)) ?? 0) + Math.min(MINUTE, one.to - at, to - at));
          const { totals, rows } = body.data.airtime;
          const counts = [...perDay.values()];
          expect(totals.seconds).toBe(Math.round(counts.reduce((sum, ms) => sum + ms, 0) / 1000));
          expect(totals.validDays).toBe(counts.filter((ms) => ms >= 60 * MINUTE).length);
          expect(totals.streams).toBe(streams.filter((one) => one.from < to && one.to > from).length);
          const query = linkWithoutStreams(body, totals.seconds)?.searchParams;
          if (query === undefined) return;
          expect([query.get("list"), query.get("zone")]).toEqual(["wl_default", timezone]);
          const name = query.get("period")!;
          const requested = new URLSearchParams({ watchlistId: "wl_default", period: name, timezone });
          const { body: report } = await api.call("GET", `/v1/reports/airtime?${requested.toString()}`);
          expect([report.period.from, report.period.to]).toEqual([body.period.from, body.period.to]);
          // A month that goes on is compared with the same part of the one before, and its instants with equal ones.
          const compared = period !== "thisMonth" || !name.includes("T");
          const comparable = (all: { change: number | null }[]) =>
            all.map((row) => (compared ? row : { ...row, change: null }));
          expect(comparable(report.items)).toEqual(comparable(rows));
          expect(report.totals).toEqual(totals);
          met.seconds += Number(totals.seconds > 0);
          met.overMidnight += streams.filter((one) => day.format(one.from) !== day.format(one.to - 1)).length;
          met.months += Number(/^\d{4}-\d\d$/.test(name));
          met.instants += Number(name.includes("T"));
          met.dates += Number(/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/.test(name));
          met.clipped += streams.filter(
            (one) => (one.from < from && one.to > from) || (one.from < to && one.to > to),
          ).length;
        },
      ),
      { numRuns: runs(900, 90) },
    );
    for (const [what, count] of Object.entries(met)) expect([what, count > 2]).toEqual([what, true]);
  });

  /** Without airtime there are no rows, and nothing to link. */
  const linkWithoutStreams = (body: Parameters<typeof linkIn>[0], seconds: number): URL | null =>
    seconds === 0 ? null : linkIn(body);

  test("a month whose events are gone is reported from its months", async () => {
    const now = Date.UTC(2030, 8, 1, 12);
    await tickAt(now);
    await reportWorld(api).creator("Maria", "7001", "wl_default", [stream("2030-08-03T20:00Z", "2030-08-04T01:30Z")]);
    await api.call("POST", "/v1/goals", { watchlistId: "wl_default", hours: 5, startsOn: "2030-08-01" });
    const id = await digestOf({ period: "lastMonth" });
    const preview = async () => (await api.call("POST", `/v1/digests/${id}/preview`, {})).body.data;
    const before = await preview();
    expect(before.airtime).toMatchObject({
      totals: { seconds: 19_800, validDays: 2 },
      goals: { creators: 1, reached: 1 },
    });
    const deps: RollUpDeps = {
      ...monthStore(api.db),
      seen: { to: 0 },
      limits: LIMITS.local.retention,
      statementsLeft: () => 10_000,
      wallNow: () => 0,
    };
    for (let turn = 0; turn < 60; turn++) await rollUp(now, now - MINUTE, deps);
    await api.db.prepare("DELETE FROM events").run();
    expect(await preview()).toEqual(before);
  });

  test("the table of an edition has every row, for thirty days, and only with its key", async () => {
    const now = Date.UTC(2030, 8, 1, 12);
    await tickAt(now);
    for (let n = 0; n < 14; n++)
      await reportWorld(api).creator(`=C${n}`, `70${n}`, "wl_default", [
        stream("2030-08-03T20:00Z", "2030-08-03T21:00Z"),
      ]);
    const id = await digestOf({ period: "lastMonth" });
    await api.call("POST", `/v1/digests/${id}/run`);
    const key = await api.db.prepare("SELECT picture_key FROM editions").first<string>("picture_key");
    const requested = () => api.fetch(`/pictures/${key}-airtime.csv`, {}, null);
    const answer = await requested();
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
      200,
      'attachment; filename="airtime-2030-08.csv"',
    ]);
    const lines = (await answer.text()).trim().split("\r\n");
    expect(lines).toHaveLength(15);
    expect(lines[1]).toMatch(/^tgt_\w+,"'=C\d+",,3600,/);
    expect((await api.fetch(`/pictures/${key}-lives.csv`, {}, null)).status).toBe(404);
    expect((await api.fetch(`/pictures/${"a".repeat(32)}-airtime.csv`, {}, null)).status).toBe(404);
    await api.db
      .prepare("UPDATE editions SET pictures_until = ?1")
      .bind(Date.now() - DAY)
      .run();
    expect((await requested()).status).toBe(404);
  });
});
