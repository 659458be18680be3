import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { polledJustNow, reportWorld, stream, type Stream } from "../support/report-world.ts";
import { runs } from "../support/runs.ts";
import { TOKEN } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const MINUTE = 60_000;
const at = (text: string) => Date.parse(text);

const creator = (...provided: Parameters<ReturnType<typeof reportWorld>["creator"]>) =>
  reportWorld(api).creator(...provided);
const happened = (...provided: Parameters<ReturnType<typeof reportWorld>["happened"]>) =>
  reportWorld(api).happened(...provided);

const report = async (query: string, expected = 200) => {
  const { status, body } = await api.call("GET", `/v1/reports/airtime?${query}`);
  expect([query, status]).toEqual([query, expected]);
  return body;
};

const printed = async (query: string) => (await api.fetch(`/v1/reports/airtime?${query}&format=html`)).text();

test("a month of a creator, clipped at its edges, in the calendar of the zone", async () => {
  await creator("Maria", "7001", "wl_default", [
    // Of February in Berlin, but for its last hour.
    stream("2026-02-28T22:00Z", "2026-03-01T00:00Z"),
    stream("2026-03-10T10:00Z", "2026-03-10T12:00Z", {
      gap: { from: at("2026-03-10T11:00Z"), to: at("2026-03-10T11:30Z") },
      viewers: [
        [at("2026-03-10T10:15Z"), 100],
        [at("2026-03-10T10:30Z"), 300],
        [at("2026-03-10T11:45Z"), 200],
      ],
    }),
    stream("2026-03-11T10:00Z", "2026-03-11T10:20Z"),
    stream("2026-03-13T10:00Z", "2026-03-13T11:00Z"),
    // The clock moved: 1 April begins an hour earlier by UTC.
    stream("2026-03-31T21:30Z", "2026-03-31T23:00Z"),
  ]);
  const { period, items, totals } = await report("period=2026-03&timezone=Europe/Berlin");
  expect(period).toEqual({
    name: "2026-03",
    from: "2026-02-28T23:00:00.000Z",
    to: "2026-03-31T22:00:00.000Z",
    timezone: "Europe/Berlin",
  });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    name: "Maria",
    handle: "maria",
    // 60 + 90 + 20 + 60 + 30 minutes.
    seconds: 260 * 60,
    days: 5,
    validDays: 3,
    streams: 5,
    peakViewers: 300,
    longestRunDays: 2,
    missedSlots: 0,
    // An hour of February was live.
    change: 260 * 60 - 3600,
    goal: null,
  });
  // 10:00-10:30 at 100, 10:30-11:00 at 300, and 11:30-12:00 at 200.
  expect(items[0].averageViewers).toBe(200);
  expect(items[0].viewerSeconds).toBe(1800 * 600);
  expect(totals).toMatchObject({ creators: 1, seconds: 260 * 60, validDays: 3, streams: 5, peakViewers: 300 });
});

test("by watchlist and by airtime, with the best places and the usual times that were missed", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "A", timezone: "Asia/Tokyo" });
  const short = await creator("Ana", "7001", list.id, [stream("2026-03-05T10:00Z", "2026-03-05T10:10Z")]);
  await creator("Bo", "7002", list.id, [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z")]);
  await creator("Other", "7003", "wl_default", [stream("2026-03-05T10:00Z", "2026-03-05T15:00Z")]);
  const ranking = { kind: "ranking", name: "Ana's rank", params: { roomId: "71", userId: "7001" } };
  const { body: ranked } = await api.call("POST", "/v1/targets", ranking);
  await reportWorld(api).ranked(ranked.id, { "1.8": "Daily", "0.1": "Hourly" }, [
    [at("2026-02-25T10:00Z"), { "1.8": 1 }],
    [at("2026-03-06T10:00Z"), { "1.8": 7 }],
    [at("2026-03-07T10:00Z"), { "1.8": 3 }],
    [at("2026-03-07T11:00Z"), { "1.8": 9, "0.1": 1 }],
    [at("2026-04-07T10:00Z"), { "1.8": 2 }],
  ]);
  await happened("live.no_show", short, "2026-03-08T10:00Z", {
    expectedAt: "2026-03-08T10:00:00.000Z",
    confidence: 0.9,
  });
  const { items, totals, period } = await report(`period=2026-03&watchlistId=${list.id}`);
  expect(period.timezone).toBe("Asia/Tokyo");
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["Bo", "Ana"]);
  expect(items[1]).toMatchObject({
    missedSlots: 1,
    bestPlaces: [
      { title: "Hourly", place: 1 },
      { title: "Daily", place: 3 },
    ],
  });
  expect(totals).toMatchObject({ creators: 2, missedSlots: 1 });
  // A sheet of paper has room for the best one.
  const ranks = (await printed(`period=2026-03&watchlistId=${list.id}`)).matchAll(
    /data-label="Best rank[^>]*>([^<]*)</g,
  );
  expect([...ranks].map(([, cell]) => cell!.trim())).toEqual(["–", "#1 Hourly; #3 Daily", ""]);
});

test("a print says how exact a time is with one number, and has no column that says the same of everybody", async () => {
  // 64 min 36 s.
  const late = { beforeStart: 3876 * 1000, beforeEnd: 0 };
  await creator("Bo", "7001", "wl_default", [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z", late)]);
  const { totals } = await report("period=2026-03");
  expect(totals).toMatchObject({ missedSlots: 0, uncertaintySeconds: 3876 });
  const page = await printed("period=2026-03");
  // Below the creator's time, below the sum, and of the whole below the table.
  expect(page.match(/± \d[^.<]*/g)!.map((text) => text.trim())).toEqual(Array(3).fill("± 1 h 5 min"));
  for (const head of ["Coverage", "Missed usual times", "Viewer hours", "Goal"])
    expect(page).not.toContain(`>${head}<`);
});

test("how exact a sum is, is the sum of what the rows say", async () => {
  // Each is 64 min 36 s, which rows show as 1 h 5 min: together 129 min 12 s, but shown are 2 h 10 min.
  const late = { beforeStart: 3876 * 1000, beforeEnd: 0 };
  for (const userId of ["7001", "7002"])
    await creator(`Bo${userId}`, userId, "wl_default", [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z", late)]);
  const texts = (await printed("period=2026-03")).match(/± \d[^.<]*/g)!.map((text) => text.trim());
  expect(texts).toEqual(["± 1 h 5 min", "± 1 h 5 min", "± 2 h 10 min", "± 2 h 10 min"]);
});

test("the sheet for people has goals as numbers to sort by, and says what their states are called", async () => {
  await creator("Bo", "7001", "wl_default", [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z")]);
  await api.call("POST", "/v1/goals", { watchlistId: "wl_default", hours: 1.5, validDays: 4, startsOn: "2026-03-01" });
  const xlsx = await api.fetch("/v1/reports/airtime?period=2026-03&format=xlsx");
  const [, people, method] = await readXlsxFile(Buffer.from(await xlsx.arrayBuffer()));
  const at = people!.data.findIndex(([first]) => first === "Creator");
  const first = people!.data[at]!.findIndex((head) => String(head).startsWith("Goal: "));
  const [heads, row] = [people!.data[at]!, people!.data[at + 1]!].map((cells) => cells.slice(first, first + 5));
  expect(heads).toEqual(["hours done", "hours wanted", "days done", "days wanted", "state"].map((of) => `Goal: ${of}`));
  expect(row).toEqual([2, 1.5, 1, 4, "not reached"]);
  expect(method!.data.flat().join("\n")).toContain("behind: behind / out of reach");
});

test("a token limited to a watchlist gets the places of its own rankings alone", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Own" });
  await creator("Ana", "7001", list.id, []);
  for (const [title, watchlistId] of [
    ["Own ranking", list.id],
    ["Foreign ranking", "wl_default"],
  ]) {
    const ranking = { kind: "ranking", name: title, params: { roomId: "71", userId: "7001" }, watchlistId };
    const { body: ranked } = await api.call("POST", "/v1/targets", ranking);
    await reportWorld(api).ranked(ranked.id, { "1.8": title! }, [[at("2026-03-06T10:00Z"), { "1.8": 7 }]]);
  }
  const limited = { name: "Client", scopes: ["read"], watchlistIds: [list.id] };
  const { body: client } = await api.call("POST", "/v1/tokens", limited);
  const query = `period=2026-03&watchlistId=${list.id}`;
  const own = await (await api.fetch(`/v1/reports/airtime?${query}`, {}, client.token)).json();
  expect(own).toMatchObject({ items: [{ bestPlaces: [{ title: "Own ranking", place: 7 }] }] });
  const { items } = await report(query);
  expect(items[0].bestPlaces).toHaveLength(2);
  // Nor does the holder of a link to the list learn of the others.
  const key = { name: "C", watchlistId: list.id, report: true };
  const { body: link } = await api.call("POST", "/v1/feed-keys", key);
  await polledJustNow(api.db);
  const sent = await (await api.fetch(`/feeds/report.html?key=${link.key}&month=2026-03`, {}, null)).text();
  expect([sent.includes("#7 Own ranking"), sent.includes("Foreign")]).toEqual([true, false]);
});

test("who was not watched in half of the period before has no change, and coverage is of the whole period", async () => {
  const gap: [number, number] = [at("2026-03-25T00:00Z"), at("2026-03-26T03:00Z")];
  await creator("New", "7001", "wl_default", [], at("2026-03-21T00:00Z"), [gap]);
  const { items, totals } = await report("period=2026-03");
  expect(items[0]).toMatchObject({ change: null, seconds: 0, averageViewers: null, peakViewers: null });
  // Twenty days before, and 27 hours, of 31 days.
  const unknown = 20 * 24 + 27;
  expect(items[0].coverage).toBe(Math.floor((1 - unknown / (31 * 24)) * 10_000) / 10_000);
  expect([items[0].unknownSeconds, totals.unknownSeconds]).toEqual([unknown * 3600, unknown * 3600]);
  expect(items[0]).toMatchObject({ watchedSince: "2026-03-21T00:00:00.000Z", removed: false });
  const page = await (await api.fetch("/v1/reports/airtime?period=2026-03&format=html")).text();
  expect(page).toContain("We watched 89.8% of the time since they were added.");
  expect(page).toContain("For 27 h in all, we don&#39;t know whether they were live");
  // Nothing is known of a period before, which is not the same as knowing nothing of a period.
  const [early] = (await report("period=2026-02")).items;
  expect(early).toMatchObject({ coverage: null, unknownSeconds: null, change: null, seconds: 0 });
});

test("a period that is not over is compared with its same part, and covered up to now", async () => {
  const now = at("2030-03-10T00:00Z");
  await api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(now).run();
  await creator("Maria", "7001", "wl_default", [
    stream("2030-02-09T20:00Z", "2030-02-10T02:00Z"),
    stream("2030-02-20T10:00Z", "2030-02-20T15:00Z"),
    stream("2030-03-05T10:00Z", "2030-03-05T13:00Z"),
  ]);
  const [row] = (await report("period=thisMonth")).items;
  expect(row).toMatchObject({ seconds: 3 * 3600, change: (3 - 4) * 3600, coverage: 1, unknownSeconds: 0 });
  // By another zone, 9 March lasts until 5:00, and so does 9 February.
  const [west] = (await report("period=thisMonth&timezone=America/New_York")).items;
  expect(west).toMatchObject({ seconds: 3 * 3600, change: (3 - 4) * 3600, coverage: 1 });
});

test("a creator who was deleted stays in the reports of months in which they were watched", async () => {
  const now = at("2030-03-10T00:00Z");
  await api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(now).run();
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "A" });
  const id = await creator("Maria", "7001", list.id, [
    stream("2030-02-05T10:00Z", "2030-02-05T13:00Z"),
    stream("2030-03-05T10:00Z", "2030-03-05T12:00Z"),
  ]);
  const { body: never } = await api.call("POST", "/v1/targets", {
    kind: "live",
    name: "Never seen",
    params: { userId: "7002" },
    watchlistId: list.id,
  });
  await creator("Bo", "7003", list.id, []);
  // It was polled well up to a minute before.
  await api.db
    .prepare("UPDATE targets SET consecutive_faults = 1, last_ok_at = ?2 WHERE id = ?1")
    .bind(id, now - MINUTE)
    .run();
  for (const one of [id, never.id]) expect((await api.call("DELETE", `/v1/targets/${one}`)).status).toBe(204);
  await api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(at("2030-04-10T00:00Z")).run();
  const rows = async (query: string) =>
    (await report(query)).items.map((row: Record<string, unknown>) => [
      row["name"],
      row["removed"],
      row["seconds"],
      row["coverage"],
      row["change"],
    ]);
  for (const scope of ["", `&watchlistId=${list.id}`]) {
    expect(await rows(`period=2030-02${scope}`)).toEqual([
      ["Maria", true, 3 * 3600, 1, 3 * 3600],
      ["Bo", false, 0, 1, 0],
    ]);
    // Nine of 31 days.
    expect(await rows(`period=2030-03${scope}`)).toEqual([
      ["Maria", true, 2 * 3600, 0.2903, null],
      ["Bo", false, 0, 1, 0],
    ]);
    expect(await rows(`period=2030-04${scope}`)).toEqual([["Bo", false, 0, 1, 0]]);
  }
  expect(await rows("period=2030-02&watchlistId=wl_default")).toEqual([]);
  // Its list goes, and the row with it; the report of all creators still has it.
  expect((await api.call("DELETE", `/v1/watchlists/${list.id}?cascade=true`)).status).toBe(204);
  expect((await rows("period=2030-02")).map(([name, removed]: unknown[]) => [name, removed])).toEqual([
    ["Maria", true],
    ["Bo", true],
  ]);
});

test("as a table, a workbook and a page to print; text stays text", async () => {
  await creator("=HYPERLINK(1)", "7001", "wl_default", [stream("2026-03-05T10:00Z", "2026-03-05T12:00Z")]);
  const requested = (format: string) => api.fetch(`/v1/reports/airtime?period=2026-03&format=${format}`);
  const csv = await requested("csv");
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="airtime-2026-03.csv"');
  expect(await csv.text()).toMatch(/^targetId,name,handle,seconds,.*\r\ntgt_\w+,"'=HYPERLINK\(1\)",,7200,/);
  const xlsx = await requested("xlsx");
  expect(xlsx.headers.get("content-type")).toContain("spreadsheetml");
  const [data, people, method] = await readXlsxFile(Buffer.from(await xlsx.arrayBuffer()));
  expect([people!.sheet, method!.sheet, data!.sheet]).toEqual(["Airtime", "Method", "Data"]);
  // Each column of both tables is named in a line of the method.
  const named = method!.data.flatMap(([head, names]) => [head, ...String(names ?? "").split(", ")]);
  const heads = people!.data.find(([first]) => first === "Creator")!;
  for (const column of [...heads, ...data!.data[0]!].map(String))
    expect([column, named.includes(column.replace(/^goal\..*/, "goal.*"))]).toEqual([column, true]);
  expect(method!.data.flat()).toContain("Days in UTC with any airtime.");
  const [head, first] = data!.data;
  expect(head!.slice(0, 4)).toEqual(["targetId", "name", "handle", "seconds"]);
  expect(first!.slice(1, 4)).toEqual(["=HYPERLINK(1)", null, 7200]);
  expect(people!.data.flat()).toContain("=HYPERLINK(1)");
  const page = await requested("html");
  const text = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain("2 h");
  expect(text).toContain("1 – 31 Mar 2026");
});

/** The sheet for people of a workbook: its cells as Excel stores them, with the format of each. */
async function peopleSheet(query: string): Promise<[text: string, format: string][][]> {
  const answer = await api.fetch(`/v1/reports/airtime?${query}&format=xlsx`);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const [sheet, styles] = ["worksheets/sheet2", "styles"].map((name) => strFromU8(files[`xl/${name}.xml`]!));
  const codes = new Map(
    [...styles!.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const formats = [...styles!.split("<cellXfs")[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id]) => codes.get(id) ?? "",
  );
  return [...sheet!.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row]) =>
    [...row!.matchAll(/<c r="\w+"(?: s="(\d+)")?[^>]*>(?:<is><t[^>]*>([^<]*)|<v>([^<]*))/g)].map(
      ([, style, text, value]) => [text ?? value!, formats[Number(style ?? 0)]!],
    ),
  );
}

test("a sheet of a workbook is for people: what it is, times of hours and minutes, and their sum", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Brightwave", timezone: "Europe/Berlin" });
  const key = { name: "C", watchlistId: list.id, report: true, agency: "Northlight" };
  await api.call("POST", "/v1/feed-keys", key);
  await creator("Maria", "7001", list.id, [stream("2026-03-01T10:00Z", "2026-03-04T10:48:50Z")]);
  await creator("Bo", "7002", list.id, [
    stream("2026-02-05T10:00Z", "2026-02-05T12:00Z"),
    stream("2026-03-05T10:00Z", "2026-03-05T10:30:50Z"),
  ]);
  const rows = await peopleSheet(`period=2026-03&watchlistId=${list.id}`);
  const above = rows
    .slice(
      0,
      rows.findIndex(([first]) => first?.[0] === "Creator"),
    )
    .map(([first]) => first?.[0]);
  expect(above.slice(0, 4)).toEqual([
    "Brightwave: March 2026",
    "Northlight",
    "Airtime: 73 h 18 min",
    "Period: 1 – 31 Mar 2026. Days run from midnight to midnight in Europe/Berlin.",
  ]);
  const [heads, ...table] = rows.slice(above.length);
  // Nobody has viewers, ranks or goals.
  expect(heads!.map(([head]) => head)).toEqual(["Creator", "Hours live", "Change", "Valid days", "Streams"]);
  const minutes = table.map(([name, hours]) => [name![0], Math.round(Number(hours![0]) * 1440), hours![1]]);
  expect(minutes).toEqual([
    ["Maria", 72 * 60 + 48, "[h]:mm"],
    ["Bo", 30, "[h]:mm"],
    ["2 creators in total", 73 * 60 + 18, "[h]:mm"],
  ]);
  expect(table[1]![2]).toEqual([String(-5340 / 86_400), "+[h]:mm;-[h]:mm;[h]:mm"]);
});

test("a December ends in its own year, also west of UTC", async () => {
  const query = "period=2025-12&timezone=America/New_York&format=html";
  const text = await (await api.fetch(`/v1/reports/airtime?${query}`)).text();
  expect(text).toContain("<h1>All creators: December 2025</h1>");
  expect(text).toContain("Airtime: not watched");
  expect(text).toContain("midnight to midnight in America/New_York");
});

test("names that would be markup are text on the page", async () => {
  await creator("<img src=x onerror=alert(1)>", "7001", "wl_default", []);
  const text = await (await api.fetch("/v1/reports/airtime?period=2026-03&format=html")).text();
  expect(text).not.toContain("<img");
  expect(text).toContain("&lt;img");
});

test("what is no period, zone or list is refused", async () => {
  for (const query of ["period=2026-13", "period=march", "timezone=Nowhere", "watchlistId=wl_none", "format=pdf"])
    expect((await report(query, 400)).detail).not.toBe("");
});

describe("against a plain model", () => {
  test("seconds, days and streams of any streams agree, minute by minute, in three zones", async () => {
    const begin = at("2026-03-20T00:00Z");
    const minutes = fc.integer({ min: 0, max: 20 * 1440 });
    const lengths = fc.uniqueArray(fc.tuple(minutes, fc.integer({ min: 1, max: 600 })), {
      maxLength: 12,
      selector: ([start]) => start,
    });
    let [met, overMidnight] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        lengths,
        fc.constantFrom("UTC", "Europe/Berlin", "America/New_York"),
        fc.integer({ min: 1, max: 180 }),
        async (all, timezone, validDayMinutes) => {
          await api.clear();
          // Streams of one creator do not overlap.
          const streams: Stream[] = [];
          for (const [start, length] of all.toSorted(([a], [b]) => a - b)) {
            const from = begin + start * MINUTE;
            if (from <= (streams.at(-1)?.to ?? 0)) continue;
            streams.push({ from, to: from + length * MINUTE, gap: null, viewers: [] });
          }
          await creator("Any", "7001", "wl_default", streams);
          const query = `period=2026-03-22/2026-04-04&timezone=${timezone}&validDayMinutes=${validDayMinutes}`;
          const { items, period } = await report(query);
          const day = new Intl.DateTimeFormat("en-CA", { timeZone: timezone });
          const perDay = new Map<string, number>();
          const seen = new Set<Stream>();
          for (const one of streams)
            for (let minute = one.from; minute < one.to; minute += MINUTE) {
              const date = day.format(minute);
              if (date < "2026-03-22" || date > "2026-04-04") continue;
              perDay.set(date, (perDay.get(date) ?? 0) + 1);
              seen.add(one);
            }
          met += seen.size;
          overMidnight += streams.filter((one) => day.format(one.from) !== day.format(one.to - 1)).length;
          const counts = [...perDay.values()];
          expect(period.timezone).toBe(timezone);
          expect([items[0].seconds, items[0].days, items[0].validDays, items[0].streams]).toEqual([
            60 * counts.reduce((sum, count) => sum + count, 0),
            counts.length,
            counts.filter((count) => count >= validDayMinutes).length,
            seen.size,
          ]);
        },
      ),
      { numRuns: runs(400, 40) },
    );
    expect(met).toBeGreaterThan(50);
    expect(overMidnight).toBeGreaterThan(10);
  });
});

test("a report that needs more statements than the plan allows a request is refused in words", async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => ({ kind: "live", name: `N${n}`, params: { userId: `88${n}` } }));
  expect((await api.call("POST", "/v1/targets/import", rows)).status).toBe(200);
  const ask = async (LIMITS: string) => {
    const request = new Request("http://api.test/v1/reports/airtime", {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const answer = await api.send(request, { ...api.env, LIMITS });
    return [answer.status, ((await answer.json()) as { type?: string }).type];
  };
  expect(await ask("free")).toEqual([422, "/problems/full"]);
  expect((await ask("paid"))[0]).toBe(200);
});
