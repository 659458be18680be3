import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { namesIn, state } from "./creators.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { reportWorld, stream } from "../support/report-world.ts";
import { context, type Visitor } from "./visitor.ts";

const HOUR_MS = 3_600_000;

describe("creator pages", () => {
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const make = async (
    name: string,
    params: object = { userId: name.length + "7012" },
    more: object = {},
  ): Promise<string> => (await api.call("POST", "/v1/targets", { kind: "live", name, params, ...more })).body.id;

  const air = (id: string) =>
    api.db.prepare("UPDATE targets SET state = ?2, gaps = '[]', on_air = 1 WHERE id = ?1").bind(id, state(true)).run();
  const fail = (id: string) =>
    api.db
      .prepare("UPDATE targets SET consecutive_faults = 3, fault = ?2, last_ok_at = 1 WHERE id = ?1")
      .bind(id, JSON.stringify({ kind: "gone", status: 404, detail: "x" }))
      .run();

  describe("the list of creators", () => {
    test("says how each is, on air first, then those that cannot be read", async () => {
      await make("anna", { userId: "1001" });
      await air(await make("Zoe", { userId: "1002", handle: "zoe.live" }));
      await fail(await make("mia", { userId: "1003" }));
      await make("Bob", { userId: "1004" }, { enabled: false });
      const { text } = await me.open("/creators");
      expect(namesIn(text).slice(0, 4)).toEqual(["Zoe", "mia", "anna", "Bob"]);
      for (const words of [
        "Live",
        "Can&#39;t be checked",
        "doesn&#39;t know this name",
        "Not checked yet",
        "Paused",
        "@zoe.live",
      ])
        expect(text).toContain(words);
      expect(namesIn((await me.open("/creators?sort=name")).text).slice(0, 2)).toEqual(["anna", "Bob"]);
      expect(namesIn((await me.open("/creators?show=on-air")).text)).toEqual(["Zoe"]);
      expect(namesIn((await me.open("/creators?show=trouble")).text)).toEqual(["mia"]);
      expect(namesIn((await me.open("/creators?show=paused")).text)).toEqual(["Bob"]);
    });

    test("a live creator whose last check saw no stream looks offline until more checks confirm it", async () => {
      const id = await make("Zoe", { userId: "1002" });
      await air(id);
      expect((await me.open("/creators")).text).not.toContain("being confirmed");
      const flip = JSON.stringify({ to: "off", count: 1, firstAt: 1, from: 1, lastAt: 1 });
      await api.db
        .prepare("UPDATE targets SET state = json_set(state, '$.flip', json(?2)) WHERE id = ?1")
        .bind(id, flip)
        .run();
      for (const path of ["/creators", `/creators/${id}`])
        expect((await me.open(path)).text).toMatch(/Live <small>.*?looks offline, being confirmed/s);
    });

    test("a live creator's stream stands right below the name, before what can be asked for", async () => {
      const id = await make("Zoe", { userId: "1002" });
      expect((await me.open(`/creators/${id}`)).text).not.toContain('aria-label="Live now"');
      await air(id);
      const { text } = await me.open(`/creators/${id}`);
      expect(text.indexOf('aria-label="Live now"')).toBeGreaterThan(text.indexOf("<h1"));
      expect(text.indexOf('aria-label="Live now"')).toBeLessThan(text.indexOf('id="notify"'));
    });

    test("says until when a creator is snoozed, by themselves or with their list, and of nobody else", async () => {
      const [zoe] = [await make("Zoe", { userId: "1002" }), await make("Bob", { userId: "1003" })];
      const rows = async () =>
        [...(await me.open("/creators?sort=name")).text.matchAll(/<tr.*?<\/tr>/gs)]
          .filter(([row]) => row.includes("Snoozed until"))
          .map(([row]) => /Zoe|Bob/.exec(row)![0]);
      expect(await rows()).toEqual([]);
      const snooze = async (of: object, ms: number, type?: string) =>
        api.call("POST", "/v1/silences", {
          ...of,
          until: new Date(Date.now() + ms).toISOString(),
          reason: "",
          ...(type === undefined ? {} : { type }),
        });
      await snooze({ targetId: zoe }, 3_600_000, "ranking.*");
      expect(await rows()).toEqual([]);
      await snooze({ targetId: zoe }, 3_600_000);
      expect(await rows()).toEqual(["Zoe"]);
      await snooze({ watchlistId: "wl_default" }, 7_200_000);
      expect((await rows()).toSorted()).toEqual(["Bob", "Zoe"]);
    });

    test("what can be added has its article", async () => {
      expect((await me.open("/item-lists")).text).toContain("Add a list of items");
      expect((await me.open("/records")).text).toContain("Add a profile");
    });

    test("before the first check nothing is known: a creator just added is offline at least since then", async () => {
      const id = await make("anna", { userId: "1001" });
      const offline = async (afterMs: number): Promise<string> => {
        await api.db
          .prepare("UPDATE targets SET state = json_set(?2, '$.since', created_at + ?3), gaps = '[]' WHERE id = ?1")
          .bind(id, state(false), afterMs)
          .run();
        return (await me.open(`/creators/${id}`)).text;
      };
      expect(await offline(20_000)).toMatch(/Offline <small>at least since /);
      expect(await offline(3_600_000)).toMatch(/Offline <small>since /);
    });

    test("finds them by what the name holds, by how handle or id begin, in any case", async () => {
      await make("Émile", { userId: "2001", handle: "Emile.TV" });
      await make("100% sure_", { userId: "7702" });
      for (const [search, name] of [
        ["éM", "Émile"],
        ["ém", "Émile"],
        ["@EMILE", "Émile"],
        ["emile.t", "Émile"],
        ["2001", "Émile"],
        ["7702", "100% sure_"],
        ["77", "100% sure_"],
        ["100% S", "100% sure_"],
        ["SURE", "100% sure_"],
        ["mil", "Émile"],
      ])
        expect(namesIn((await me.open(`/creators?q=${encodeURIComponent(search!)}`)).text), search).toEqual([name]);
      const none = await me.open("/creators?q=%25&show=paused");
      expect(namesIn(none.text)).toEqual([]);
      expect(none.text).toContain("Show all");
      const id = (await api.call("GET", "/v1/targets")).body.items[0].id;
      await api.call("PATCH", `/v1/targets/${id}`, { name: "Marianne" });
      expect(namesIn((await me.open("/creators?q=ianne")).text)).toEqual(["Marianne"]);
      expect(namesIn((await me.open("/creators?q=mile")).text)).toEqual([]);
      expect((await me.open("/creators?q=@Mariane.x")).text).toMatch(/Similar names:.*Marianne.*Look up.*@Mariane\.x/s);
      // As many as a page holds begin so: they are told without a look at all names, in their order, and who only holds it is not among them.
      const lines = Array.from({ length: 27 }, (_, n) => `${n % 2 === 0 ? "Zoe" : "zoe"} ${100 + n}`);
      const items = lines.map((name, n) => ({ name, kind: "live", params: { userId: `${91_000 + n}` } }));
      await Promise.all(
        [{ ...items[0]!, name: "A zoe", params: { userId: "90999" } }, ...items].map((one) =>
          api.call("POST", "/v1/targets", one),
        ),
      );
      expect(namesIn((await me.open("/creators?q=ZOE")).text)).toEqual(lines.slice(0, 25));
      // Somebody is called so, and only not shown: nobody else is meant.
      expect((await me.open("/creators?q=ianne&show=paused")).text).not.toContain("Similar names");
      await api.call("DELETE", `/v1/targets/${id}`);
      expect((await me.open("/creators?q=ianne")).text).not.toContain("Marianne");
    });

    test("names from outside stay text, in one line, whatever they hold", async () => {
      const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(1)>`;
      await make(hostile, { userId: "3001" });
      await make("‮evil‬\u200b", { userId: "3002" });
      await make("\u200b\u200b.", { userId: "3003", handle: "zero.width" });
      const { text } = await me.open("/creators");
      expect(text).not.toContain("<img");
      expect(text).not.toContain("<script>alert");
      expect(text).not.toMatch(/[\u200b\u202e]/);
      expect((await me.open(`/creators?q=${encodeURIComponent('"><img src=x>')}`)).text).not.toContain("<img");
    });
  });

  describe("those who are chosen", () => {
    const at = async (id: string) => (await api.call("GET", `/v1/targets/${id}`)).body;
    test("are paused, resumed and moved at once, and an Undo takes each back", async () => {
      const ids = [
        await make("Ann", { userId: "1" }),
        await make("Bo", { userId: "2" }),
        await make("Cy", { userId: "3" }),
      ];
      const list = (await api.call("POST", "/v1/watchlists", { name: "Music" })).body.id;
      await api.call("PATCH", `/v1/targets/${ids[2]}`, { enabled: false });
      const ticks = ids.map((id): [string, string] => ["id", id]);
      const paused = await me.send("/creators/pause", [...ticks, ["from", "/creators?sort=name"]]);
      expect([paused.status, paused.to]).toEqual([303, "/creators?sort=name"]);
      expect(paused.text).toContain("2 creators paused");
      await me.undo(paused.text);
      expect(await Promise.all(ids.map(async (id) => (await at(id)).enabled))).toEqual([true, true, false]);
      const moved = await me.send("/creators/move", [...ticks, ["to", list]]);
      expect(moved.text).toContain("3 creators moved to Music");
      expect((await at(ids[1]!)).watchlistId).toBe(list);
      await me.undo(moved.text);
      expect((await at(ids[1]!)).watchlistId).toBe("wl_default");
      const [entry] = (await api.call("GET", "/v1/audit")).body.items;
      expect(entry).toMatchObject({ operation: "changeTarget", status: 200, request: { ids } });
    });

    test("get usual hours at once, and an Undo gives each back what it had", async () => {
      const ids = [await make("Ann", { userId: "1" }), await make("Bo", { userId: "2" })];
      const own = [{ days: ["sun"], from: "09:00", to: "11:00" }];
      await api.call("PATCH", `/v1/targets/${ids[1]}`, { usualHours: own });
      const ticks = ids.map((id): [string, string] => ["id", id]);
      const refused = await me.send("/creators/hours", [...ticks, ["hours", "sometimes"]]);
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("sometimes")]);
      const hours = async () => Promise.all(ids.map(async (id) => (await at(id)).usualHours));
      expect(await hours()).toEqual([[], own]);
      const set = await me.send("/creators/hours", [...ticks, ["hours", "weekends 8pm-11pm"]]);
      expect(set.text).toContain("Usual hours of 2 creators set");
      const weekend = [{ days: ["sat", "sun"], from: "20:00", to: "23:00" }];
      expect(await hours()).toEqual([weekend, weekend]);
      const again = await me.send("/creators/hours", [...ticks, ["hours", "weekends 8pm-11pm"]]);
      expect(again.text).toContain("Nothing changed");
      await me.undo(set.text);
      expect(await hours()).toEqual([[], own]);
      const removed = await me.send("/creators/hours", [...ticks, ["hours", " "]]);
      expect(removed.text).toContain("Usual hours of Bo removed");
      await api.call("PATCH", `/v1/targets/${ids[1]}`, { name: "theirs" });
      expect((await me.undo(removed.text)).status).toBe(412);
      expect(await hours()).toEqual([[], []]);
    });

    test("are snoozed at once, and an Undo takes it back", async () => {
      const ids = [await make("Ann", { userId: "1" }), await make("Bo", { userId: "2" })];
      const fields: [string, string][] = [...ids.map((id): [string, string] => ["id", id]), ["for", "week"]];
      const snoozed = await me.send("/creators/snooze", fields);
      expect(snoozed.text).toContain("2 creators snoozed");
      const silenced = async () =>
        (await api.call("GET", "/v1/silences")).body.items.map((one: { targetId: string }) => one.targetId);
      expect(await silenced()).toEqual(expect.arrayContaining(ids));
      await me.undo(snoozed.text);
      expect(await silenced()).toEqual([]);
      expect(
        (
          await me.send("/creators/snooze", [
            ["id", "tgt_none"],
            ["for", "week"],
          ])
        ).status,
      ).toBe(404);
    });

    test("are deleted together, or none where one is used, which is said", async () => {
      const ids = [await make("Ann", { userId: "1" }), await make("Bo", { userId: "2" })];
      const settings = { url: "https://hooks.example.com/x" };
      const channelId = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "W", settings })).body.id;
      const alert = { name: "For Bo", events: ["live.*"], channelId, targetId: ids[1] };
      const subscription = (await api.call("POST", "/v1/subscriptions", alert)).body.id;
      const ticks = ids.map((id): [string, string] => ["id", id]);
      const used = await me.send("/creators/delete", ticks);
      expect([used.status, used.text]).toEqual([409, expect.stringContaining("For Bo")]);
      expect((await api.call("GET", "/v1/targets")).body.items).toHaveLength(2);
      await api.call("DELETE", `/v1/subscriptions/${subscription}`);
      expect((await me.send("/creators/delete", ticks)).text).toContain("2 creators deleted");
      expect((await api.call("GET", "/v1/targets")).body.items).toEqual([]);
    });

    test("whom the list has already stays where they are, and the others move", async () => {
      const list = (await api.call("POST", "/v1/watchlists", { name: "<Client>" })).body.id;
      const add = async (name: string, userId: string, watchlistId: string) =>
        (await api.call("POST", "/v1/targets", { kind: "live", name, params: { userId }, watchlistId })).body.id;
      const [there, here, other] = [
        await add("Suna", "9101", list),
        await add("Suna", "9101", "wl_default"),
        await add("Bo", "9102", "wl_default"),
      ];
      const chosen = (...ids: string[]) => ids.map((id): [string, string] => ["id", id]);
      const mixed = await me.send("/creators/move", [...chosen(here, other), ["to", list]]);
      expect(mixed.text).toContain("Bo moved to &lt;Client&gt;. &lt;Client&gt; has Suna already.");
      const at = async (id: string) => (await api.call("GET", `/v1/targets/${id}`)).body.watchlistId;
      expect([await at(here), await at(other)]).toEqual(["wl_default", list]);
      const alone = await me.send("/creators/move", [...chosen(here), ["to", list]]);
      expect([alone.status, alone.text.includes("has Suna already")]).toEqual([303, true]);
      // Two of one person, from two lists to a third: only one of them can go.
      const third = (await api.call("POST", "/v1/watchlists", { name: "Third" })).body.id;
      await me.send("/creators/move", [...chosen(here, there), ["to", third]]);
      expect([await at(here), await at(there)].filter((where) => where === third)).toHaveLength(1);
    });

    test("nobody, too many and those who are gone are said", async () => {
      expect((await me.send("/creators/pause", [])).status).toBe(400);
      expect(
        (await me.send("/creators/pause", [["ids", Array.from({ length: 51 }, (_, n) => `tgt_${n}`).join(" ")]]))
          .status,
      ).toBe(400);
      expect((await me.send("/creators/delete", [["id", "tgt_none"]])).status).toBe(404);
      expect(
        (
          await me.send("/creators/move", [
            ["id", "tgt_none"],
            ["to", "wl_none"],
          ])
        ).status,
      ).toBe(404);
    });
  });
});

describe("creator page", () => {
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const HOSTILE = `<img src=x onerror=alert(1)>\u202e`;
  const AT = Date.UTC(2026, 0, 5, 19, 2);

  const maria = async (): Promise<string> =>
    (
      await api.call("POST", "/v1/targets", {
        kind: "live",
        name: HOSTILE,
        params: { userId: "7012", handle: "maria" },
      })
    ).body.id;

  test("says how many hours each month had, in the zone in which reports count, and as they do", async () => {
    await api.call("PUT", "/v1/settings", { timezone: "Asia/Tokyo" });
    const month = new Date();
    month.setUTCDate(1);
    month.setUTCHours(0, 0, 0, 0);
    // From 15:00 UTC of the day before, it is this month in Tokyo.
    const first = month.getTime() - 9 * HOUR_MS;
    const streams = [
      { from: first - 50 * HOUR_MS, to: first - 48.5 * HOUR_MS, gap: null, viewers: [] },
      { from: first - 3 * HOUR_MS, to: first + HOUR_MS, gap: null, viewers: [] },
    ];
    const { creator } = reportWorld(api);
    await creator("Maria", "7012", "wl_default", streams, Date.now() - 200 * 24 * HOUR_MS);
    const { items } = (await api.call("GET", "/v1/reports/airtime?period=lastMonth")).body;
    expect(items[0].seconds).toBe(4.5 * 3600);
    const name = new Intl.DateTimeFormat("en", { month: "long", timeZone: "Asia/Tokyo" });
    const { text } = await me.open(`/creators/${items[0].targetId}`);
    expect(text).toContain(`<dt>${name.format(first - 1)}</dt><dd class="num">4 h 30 min</dd>`);
    expect(text).toMatch(new RegExp(`<dt>${name.format(Date.now())}</dt><dd class="num">1 h</dd>`));
    await api.call("PUT", "/v1/settings", { timezone: null });
  });

  test("a creator's months are those of the report of their list, whose zone is named", async () => {
    const body = { name: "Kiribati", timezone: "Pacific/Kiritimati" };
    const { id: list } = (await api.call("POST", "/v1/watchlists", body)).body;
    // Kiritimati is fourteen hours ahead: there, this stream is all in the next month.
    const now = new Date();
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
    const streams = [stream(new Date(first - 3 * HOUR_MS).toISOString(), new Date(first + HOUR_MS).toISOString())];
    await reportWorld(api).creator("Maria", "7012", list, streams, Date.now() - 200 * 24 * HOUR_MS);
    const period = new Date(first).toISOString().slice(0, 7);
    const query = `watchlistId=${list}&period=${period}&timezone=${body.timezone}`;
    const { items } = (await api.call("GET", `/v1/reports/airtime?${query}`)).body;
    expect(items[0].seconds).toBe(4 * 3600);
    const { text } = await me.open(`/creators/${items[0].targetId}`);
    const name = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(first);
    expect(text).toContain(`<dt>${name}</dt><dd class="num">4 h</dd>`);
    expect(text).toContain("Months are in Kiritimati time, as in reports.");
  });

  test("what happened is listed by when it happened, though one check saw it all", async () => {
    const { creator, happened } = reportWorld(api);
    const id = await creator("Maria", "7012", "wl_default", []);
    const now = Date.now();
    const iso = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    for (const minutes of [2, 3]) await happened("live.no_show", id, iso(minutes), { expectedAt: iso(minutes) });
    // The event of three minutes ago was written last.
    await api.db
      .prepare(`UPDATE events SET seq = iif(occurred_at = ?1, 9000000000000000, seq), target = '{"params":{}}'`)
      .bind(now - 3 * 60_000)
      .run();
    const { text } = await me.open(`/creators/${id}`);
    const times = [...text.split('id="happened"')[1]!.matchAll(/datetime="([^"]+)"/g)].map(([, at]) => Date.parse(at!));
    expect(times.slice(0, 2)).toEqual([now - 2 * 60_000, now - 3 * 60_000]);
  });

  const typed = (name: string, revision: number, more: [string, string][] = []): [string, string][] => [
    ["/name", name],
    ["/watchlistId", "wl_default"],
    ["/intervalSeconds", "300"],
    ["/priority", "3"],
    ["/enabled", "true"],
    ["revision", `${revision}`],
    ...more,
  ];

  test("a creator's page says how it is, what happened and who was told", async () => {
    const id = await maria();
    const settings = { url: "https://hooks.example.com/x" };
    const channel = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "<b>Ours</b>", settings })).body
      .id;
    await api.db
      .prepare("UPDATE targets SET state = ?2, gaps = '[]', on_air = 1 WHERE id = ?1")
      .bind(id, state(true))
      .run();
    const data = {
      roomId: "71",
      sessionId: "ses_1",
      startedAt: new Date(AT).toISOString(),
      durationSeconds: 3600,
      info: { title: HOSTILE },
      peakViewers: 1200,
    };
    const about = JSON.stringify({ name: HOSTILE, kind: "live", params: {} });
    await api.db
      .prepare(
        `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       VALUES (?1, 'evt_1', 'live.ended', ?2, 'wl_default', ?3, ?4, ?4, ?4, ?5, 'c')`,
      )
      .bind(AT * 512, id, about, AT, JSON.stringify(data))
      .run();
    await api.db
      .prepare(
        "INSERT INTO deliveries (id, channel_id, status, reason, items, made_at, open_until) VALUES ('dlv_1', ?1, 'dead', 'it answered 404', ?2, ?3, 0)",
      )
      .bind(channel, JSON.stringify([{ event: "evt_1" }]), AT)
      .run();
    const { status, text } = await me.open(`/creators/${id}`);
    expect(status).toBe(200);
    for (const words of [
      "Live",
      "@maria",
      "1,200 viewers",
      "Not delivered to",
      "&lt;b&gt;Ours&lt;/b&gt;",
      "refused it",
    ])
      expect(text).toContain(words);
    // What is counted says since when, and a goal stands below the week.
    expect(text).toMatch(/1 stream since [^,<]+, [\d,]+ h in all\. Longest streak/);
    expect(text.indexOf('id="week"')).toBeLessThan(text.indexOf('id="goals"'));
    // A field holds a name as it is; nothing else does.
    expect(text.replaceAll(/ value="[^"]*"/g, "")).not.toMatch(/<img|<b>Ours|\u202e/);
  });

  test("folded streams are not counted as shown: how many there are stands in the fold", async () => {
    const id = await maria();
    for (let day = 0; day < 12; day++) {
      const startedAt = AT + day * 86_400_000;
      const data = {
        roomId: "71",
        sessionId: `ses_${day}`,
        startedAt: new Date(startedAt).toISOString(),
        durationSeconds: 3600,
        info: {},
      };
      await api.db
        .prepare(
          `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
         VALUES (?1, ?2, 'live.ended', ?3, 'wl_default', '{"name":"M","kind":"live","params":{}}', ?4, ?4, ?4, ?5, 'c')`,
        )
        .bind(startedAt * 512, `evt_${day}`, id, startedAt, JSON.stringify(data))
        .run();
    }
    const { text } = await me.open(`/creators/${id}`);
    const [, streams] = /aria-labelledby="streams">(.*?)<\/section>/s.exec(text)!;
    expect(streams).toMatch(/<details[^>]*>.*Show 5 more.*10 of 12 shown.*<\/details>/s);
    expect(streams!.replace(/<details.*<\/details>/s, "")).not.toContain("shown");
  });

  test("where a creator has usual hours they are said with how often they were true, and drawn on the week", async () => {
    const id = await maria();
    const page = async () => (await me.open(`/creators/${id}`)).text;
    expect(await page()).not.toMatch(/Usually live|usual time</);
    const WEEK = 7 * 86_400_000;
    const monday = Math.floor((Date.now() - AT) / WEEK) * WEEK + Date.UTC(2026, 0, 5);
    const weekly = (day: number, hour: number, weeks: number) =>
      Array.from({ length: weeks }, (_, ago) => monday - (ago + 1) * WEEK + day * 86_400_000 + hour * 3_600_000);
    // Of this week nothing is decided yet: a day that has passed would be one without.
    const starts = [...weekly(6, 20, 9), ...weekly(6, 9, 9)].sort((a, b) => a - b);
    const history = {
      starts,
      lengths: { count: 0, mean: 0, spread: 0 },
      onMinutes: 900,
      startedAt: null,
      endedAt: null,
    };
    await api.db
      .prepare("UPDATE targets SET past = ?2, created_at = ?3 WHERE id = ?1")
      .bind(id, JSON.stringify(history), starts[0]! - 3_600_000)
      .run();
    const text = await page();
    expect(text).toMatch(/Usually live Sun about 09:00, also Sun about 20:00 UTC: 18 of the last (18|19|20) times\./);
    expect(text).toContain("Expected next: <time");
    expect(text.match(/class="usual" x="[\d.]+" y="0" width="[\d.]+" height="24"/g)).toHaveLength(2);
  });

  test("what is changed is said and taken back; what is wrong stays typed beside its field", async () => {
    const id = await maria();
    const saved = await me.send(`/creators/${id}`, typed("Maria", 0));
    expect([saved.status, saved.to]).toEqual([303, `/creators/${id}`]);
    const now = async () => (await api.call("GET", `/v1/targets/${id}`)).body;
    expect(await now()).toMatchObject({ name: "Maria", intervalSeconds: 300, priority: 3 });
    await me.undo(saved.text);
    expect(await now()).toMatchObject({ name: HOSTILE, intervalSeconds: 60, priority: 1, enabled: true });
    const invalid = await me.send(`/creators/${id}`, typed("x".repeat(201), 2));
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining("Must have at most 200 characters")]);
    expect(invalid.text).toContain("x".repeat(201));
  });

  test("the time zone of a creator is chosen on its page, and moves what is said of its hours when clocks change", async () => {
    const id = await maria();
    const displayed = async () => (await me.open(`/creators/${id}`)).text;
    expect(await displayed()).toMatch(/name="\/timezone" [^>]*value=""/);
    await me.send(`/creators/${id}`, typed("Maria", 0, [["/timezone", "berlin"]]));
    expect((await api.call("GET", `/v1/targets/${id}`)).body.timezone).toBe("Europe/Berlin");
    expect(await displayed()).toMatch(/name="\/timezone" [^>]*value="Europe\/Berlin"[^]*?Now \d\d:\d\d there\./);
    const invalid = await me.send(`/creators/${id}`, typed("Maria", 1, [["/timezone", "Nowhere/Land"]]));
    expect([invalid.status, invalid.text]).toEqual([422, expect.stringContaining("Type a city, such as New York.")]);
    expect((await me.send(`/creators/${id}`, typed("Maria", 1, [["/timezone", ""]]))).status).toBe(303);
    expect((await api.call("GET", `/v1/targets/${id}`)).body.timezone).toBeNull();
  });

  test("where others changed it meanwhile both values are shown, and mine can still be saved", async () => {
    const id = await maria();
    await api.call("PATCH", `/v1/targets/${id}`, { name: "Theirs", intervalSeconds: 300, priority: 3 });
    const refused = await me.send(`/creators/${id}`, typed("Mine", 0));
    expect(refused.status).toBe(412);
    expect(refused.text).toMatch(
      /<legend class="lab">Name<\/legend>.*<small>Yours<\/small><bdi[^>]*>Mine<.*<small>Theirs<\/small><bdi[^>]*>Theirs</s,
    );
    expect(refused.text).not.toContain('<legend class="lab">Checked');
    const revision = Number(/name="revision" value="(\d+)"/.exec(refused.text)![1]);
    expect((await me.send(`/creators/${id}`, typed("Mine", revision))).text).toContain("Mine saved");
  });

  test("is nobody's who is not there, and a reader finds no form", async () => {
    expect((await me.open("/creators/tgt_none")).status).toBe(404);
    expect((await me.send("/creators/tgt_none", typed("x", 0))).status).toBe(404);
    const id = await maria();
    const token = (await api.call("POST", "/v1/tokens", { name: "reader", scopes: ["read"] })).body.token;
    const reader = await context(api, token);
    for (const path of [`/creators/${id}`, "/creators"])
      expect((await reader.open(path)).text).not.toMatch(
        /<form method="post" action="\/creators\/\w+\/check|Add creators|formaction/,
      );
  });

  test("why nothing came is said of what happened and of what happens next, and the broken link is mended", async () => {
    const id = await maria();
    const settings = { url: "https://hooks.example.com/x" };
    const channelId = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "Ours", settings })).body.id;
    const at = `/creators/${id}`;
    expect((await me.open(at)).text).toContain("the first check hasn&#39;t run");
    await api.db.prepare("UPDATE targets SET state = ?2, gaps = '[]' WHERE id = ?1").bind(id, state(false)).run();
    expect((await me.open(at)).text).toContain("no alert matches");
    const alert = { name: "Lives", events: ["live.*"], channelId, targetId: id, enabled: false };
    const alertId = (await api.call("POST", "/v1/subscriptions", alert)).body.id;
    expect((await me.open(at)).text).toMatch(new RegExp(`Lives</bdi></a> is paused.*/alerts/${alertId}/resume`, "s"));
    await api.call("PATCH", `/v1/subscriptions/${alertId}`, { enabled: true });
    expect((await me.open(at)).text).toContain("All clear.");
    await api.call("PATCH", `/v1/channels/${channelId}`, { enabled: false });
    expect((await me.open(at)).text).toMatch(/the channel is off: by hand.*Fix the channel/s);
    await me.send("/creators/pause", [["id", id]]);
    expect((await me.open(at)).text).toMatch(/checks are paused.*action="\/creators\/resume"/s);
  });

  test("a message that did not arrive is sent again from there", async () => {
    const id = await maria();
    const settings = { url: "https://hooks.example.com/x" };
    const channelId = (await api.call("POST", "/v1/channels", { kind: "webhook", name: "Ours", settings })).body.id;
    await api.call("POST", "/v1/subscriptions", { name: "Lives", events: ["live.*"], channelId });
    const event = `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
    VALUES (?1, 'evt_1', 'live.started', ?2, 'wl_default', ?3, ?4, ?4, ?4, '{"roomId":"71","sessionId":"s","initial":false,"info":null}', 'c')`;
    const about = JSON.stringify({ name: "Maria", kind: "live", params: {} });
    await api.db
      .prepare(event)
      .bind(AT * 512, id, about, AT)
      .run();
    const message = `INSERT INTO deliveries (id, channel_id, status, items, attempts, made_at, open_until)
    VALUES ('dlv_1', ?1, 'dead', '[{"event":"evt_1","mentions":[]}]', ?2, ?3, 0)`;
    const attempts = JSON.stringify([{ at: AT, status: 404, error: "answered 404", durationMs: 1 }]);
    await api.db.prepare(message).bind(channelId, attempts, AT).run();
    const at = `/creators/${id}`;
    const { text } = await me.open(at);
    expect(text).toMatch(/Not sent to <b>.*Ours.*its chat refused it/s);
    expect(/name="message" value="(\w+)"/.exec(text)![1]).toBe("dlv_1");
    const again = await me.send(`${at}/send-again`, [["message", "dlv_1"]]);
    expect(again.text).toContain("Sending again");
    const { results } = await api.db.prepare("SELECT id FROM deliveries WHERE replay_of = 'dlv_1'").all();
    expect(results.length).toBe(1);
    // Which of the two wants a hand now, the page says.
    expect((await me.open(at)).text).not.toContain('name="message"');
  });

  test("snoozing holds messages back till an instant, is taken back, and ends by a button", async () => {
    const id = await maria();
    const at = `/creators/${id}`;
    const silences = async () =>
      (await api.call("GET", "/v1/silences")).body.items as { targetId: string; until: string }[];
    const from: [string, string] = ["from", at];
    for (const [wish, hours] of [
      ["hour", [1, 1]],
      ["morning", [9, 33]],
      ["week", [168, 168]],
    ] as const) {
      const snoozed = await me.send(`/snoozes/${id}`, [from, ["for", wish]]);
      expect(snoozed.text).toContain("Snoozed until");
      expect(snoozed.text).toContain("Rankings and videos still send theirs");
      const [one] = await silences();
      const lasts = (Date.parse(one!.until) - Date.now()) / 3_600_000;
      expect([one!.targetId, lasts > hours[0] - 0.1 && lasts < hours[1] + 0.1]).toEqual([id, true]);
      expect((await me.undo(snoozed.text)).text).not.toContain("Snoozed until");
      expect(await silences()).toEqual([]);
    }
    const { text } = await me.send(`/snoozes/${id}`, [from, ["for", "hour"]]);
    const [before] = await silences();
    const ended = await me.send(/action="(\/snoozes\/sil_\w+\/end)"/.exec(text)![1]!, [from]);
    expect(await silences()).toEqual([]);
    await me.undo(ended.text);
    expect((await silences()).map(({ until }) => until)).toEqual([before!.until]);
    expect((await me.send(`/snoozes/${id}`, [from, ["for", "ever"]])).status).toBe(400);
    // A snooze of the whole list does not end with a button here.
    for (const { id: one } of (await api.call("GET", "/v1/silences")).body.items)
      await api.call("DELETE", `/v1/silences/${one}`);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await api.call("POST", "/v1/silences", { watchlistId: "wl_default", until, reason: "" })).status).toBe(201);
    expect((await me.open(at)).text).not.toContain("/end");
  });

  test("its tables are files, and the service's answer is shown as it came", async () => {
    const id = await maria();
    await api.db
      .prepare("UPDATE targets SET state = ?2, gaps = '[]', on_air = 1 WHERE id = ?1")
      .bind(id, state(true))
      .run();
    const { text } = await me.open(`/creators/${id}/streams.csv`);
    expect(text.split("\r\n")).toEqual([expect.stringMatching(/^targetId,/), expect.stringContaining(id), ""]);
    expect((await me.open(`/creators/${id}/series.csv`)).text).toContain("airtimeSeconds");
    expect((await me.open(`/creators/${id}/happenings.csv`)).text).toContain("occurredAt");
    expect((await me.open("/creators/tgt_none/streams.csv")).status).toBe(404);
    const requested = await me.send(`/creators/${id}/ask`, []);
    expect([requested.status, requested.text]).toEqual([200, expect.stringContaining("live/check?user_id=7012")]);
    expect((await me.send(`/creators/${id}/check`, [])).to).toBe(`/creators/${id}`);
  });
});
