import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/core/language.ts";
import { Jar } from "../support/jar.ts";
import { OFF, polledJustNow, reportWorld, stream } from "../support/report-world.ts";
import { streamed } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("report pages", () => {
  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const HOUR = 3_600_000;

  /** What a page says, without its markup. */
  const reported = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

  const month = (offset: number): string => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
  };

  const list = async (name: string): Promise<string> =>
    (await api.call("POST", "/v1/watchlists", { name, timezone: "UTC" })).body.id;

  /** A creator who streamed for some hours at the beginning of the last month. */
  async function creator(name: string, userId: string, watchlistId: string, hours: number): Promise<string> {
    const params = { userId };
    const { body } = await api.call("POST", "/v1/targets", { kind: "live", name, params, watchlistId });
    await api.db
      .prepare("UPDATE targets SET created_at = 0, state = ?2, gaps = '[]' WHERE id = ?1")
      .bind(body.id, OFF)
      .run();
    await polledJustNow(api.db);
    const from = Date.parse(`${month(-1)}-02T10:00:00Z`);
    await streamed(api.db, body, { from, to: from + hours * HOUR });
    return body.id as string;
  }

  test("a month that was not watched has no hours", async () => {
    const alpha = await list("Alpha");
    await api.call("POST", "/v1/targets", { kind: "live", name: "Bo", params: { userId: "7002" }, watchlistId: alpha });
    const { text } = await me.open(`/reports?list=${alpha}`);
    expect(text).toMatch(/<h1>Alpha: not watched in \w+ \d{4}<\/h1>/);
    expect(reported(text)).toMatch(/ Bo – – – – – 0% /);
  });

  test("a column that says the same of everybody is left out, and how the numbers are meant stands below them", async () => {
    const alpha = await list("Alpha");
    await creator("Maria", "7001", alpha, 3);
    const address = `/reports?list=${alpha}&month=${month(-1)}`;
    const whole = (await me.open(address)).text;
    expect(whole).not.toContain('data-label="Coverage"');
    expect(whole.indexOf("Airtime is the time we saw them live")).toBeGreaterThan(whole.indexOf("</table>"));
    expect(whole.indexOf("We watched 100% of the time")).toBeLessThan(whole.indexOf("<table"));
    const { body } = await api.call("POST", "/v1/targets", {
      kind: "live",
      name: "Bo",
      params: { userId: "7002" },
      watchlistId: alpha,
    });
    expect(body.id).toBeDefined();
    expect((await me.open(address)).text).toContain('data-label="Coverage"');
  });

  test("a goal that did not count in a month that is over is none, and one in another zone says so", async () => {
    const alpha = await list("Alpha");
    const id = await creator("Maria", "7001", alpha, 3);
    const address = `/reports?list=${alpha}&month=${month(-1)}`;
    const goal = { targetId: id, hours: 40, timezone: "Asia/Tokyo" };
    const { body: later } = await api.call("POST", "/v1/goals", { ...goal, startsOn: `${month(0)}-01` });
    const before = (await me.open(address)).text;
    expect([before.includes("count yet"), before.includes('data-label="Goal"')]).toEqual([false, false]);
    await api.call("DELETE", `/v1/goals/${later.id}`);
    await api.call("POST", "/v1/goals", { ...goal, startsOn: `${month(-1)}-01` });
    expect(reported((await me.open(address)).text)).toContain("3 of 40 h not reached Tokyo time");
    expect(reported((await me.open(address.replace("?", "/print?"))).text)).toContain(
      "3 of 40 h · not reached · Tokyo time",
    );
    expect((await me.open(`${address}&zone=Asia/Tokyo`)).text).not.toContain("<span>Tokyo time</span>");
  });

  test("viewers have all their digits on the page and in each print", async () => {
    const id = await list("Alpha");
    const viewers: [number, number][] = [[Date.parse(`${month(-1)}-02T10:00:00Z`), 123_456]];
    const streams = [stream(`${month(-1)}-02T10:00Z`, `${month(-1)}-02T13:00Z`, { viewers })];
    await reportWorld(api).creator("Maria", "7001", id, streams);
    const { body: link } = await api.call("POST", "/v1/feed-keys", { name: "C", watchlistId: id, report: true });
    for (const path of [
      `/reports?list=${id}&month=${month(-1)}`,
      `/reports/print?list=${id}&month=${month(-1)}`,
      `/feeds/report.html?key=${link.key}&month=${month(-1)}`,
    ])
      expect([path, reported((await me.open(path)).text).includes(" 123,456 ")]).toEqual([path, true]);
  });

  test("who was added later does not lower how much was watched", async () => {
    const alpha = await list("Alpha");
    await creator("Maria", "7001", alpha, 3);
    const second = await creator("Bo", "7002", alpha, 3);
    const late = Date.parse(`${month(-1)}-20T00:00:00Z`);
    await api.db.prepare("UPDATE targets SET created_at = ?1 WHERE id = ?2").bind(late, second).run();
    const text = reported((await me.open(`/reports?list=${alpha}&month=${month(-1)}`)).text);
    expect(text).toContain("We watched 100% of the time since they were added. 1 of 2 creators were added later.");
  });

  test("the page, the print and the client's report say the same of airtime, and of what was watched", async () => {
    const alpha = await list("Alpha");
    // Nearly three hours are two hours and 59 minutes, as in what is sent.
    await creator("Maria", "7001", alpha, 3 - 10 / 3600);
    const bo = await creator("Bo", "7002", alpha, 0.06);
    const late = Date.parse(`${month(-1)}-06T00:00:00Z`);
    await api.db.prepare("UPDATE targets SET created_at = ?1 WHERE id = ?2").bind(late, bo).run();
    const query = `list=${alpha}&month=${month(-1)}`;
    const { body: link } = await api.call("POST", "/v1/feed-keys", { name: "C", watchlistId: alpha, report: true });
    const shown = [
      (await me.open(`/reports?${query}`)).text,
      (await me.open(`/reports/print?${query}`)).text,
      await (await api.fetch(`/feeds/report.html?key=${link.key}&month=${month(-1)}`, {}, null)).text(),
    ].map(reported);
    for (const text of shown) {
      expect(text).toMatch(/Maria +2 h 59 min /);
      expect(text).toMatch(/Bo +3 min /);
      // The sum of what is shown: with the seconds it would be a minute more.
      expect(text).toContain("at least 3 h 2 min");
      expect(text).toContain("We watched 100% of the time since they were added. 1 of 2 creators were added later.");
      expect(text).toMatch(/Coverage .* Bo .* 8[234]\.\d%/);
    }
  });

  test("of a month before everybody was added, no form of the report says 0", async () => {
    const alpha = await list("Alpha");
    const bo = await creator("Bo", "7002", alpha, 0);
    await api.db.prepare("UPDATE targets SET created_at = ?1 WHERE id = ?2").bind(Date.now(), bo).run();
    const query = `list=${alpha}&month=${month(-1)}`;
    const { body: link } = await api.call("POST", "/v1/feed-keys", { name: "D", watchlistId: alpha, report: true });
    const shown = [
      (await me.open(`/reports?${query}`)).text,
      (await me.open(`/reports/print?${query}`)).text,
      await (await api.fetch(`/feeds/report.html?key=${link.key}&month=${month(-1)}`, {}, null)).text(),
    ].map(reported);
    for (const text of shown) {
      expect(text).toContain("not watched");
      expect(text).not.toMatch(/\b0 min\b/);
    }
  });

  test("the page says what the report says: hours of a month and a list, each file with the same rows", async () => {
    const [alpha, bravo] = [await list("Alpha"), await list("Bravo")];
    await creator("Maria <b>", "7001", alpha, 3);
    await creator("Bo", "7002", alpha, 2);
    await creator("Zed", "7003", bravo, 5);
    const address = `?list=${alpha}&month=${month(-1)}`;
    const { status, text } = await me.open(`/reports${address}`);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1>Alpha: 5 h live in \w+ \d{4}<\/h1>/);
    expect(text).not.toContain("Maria <b>");
    expect(reported(text)).toMatch(/Maria &lt;b&gt; 3 h .* Bo 2 h .* All 2 creators 5 h/);
    expect(reported(text)).not.toContain("Zed 5 h");
    expect(reported(text)).toContain("Days are in UTC time.");
    const csv = (await me.open(`/reports/airtime.csv${address}`)).text;
    const { body } = await api.call("GET", `/v1/reports/airtime?watchlistId=${alpha}&period=${month(-1)}`);
    expect(
      csv
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[3]),
    ).toEqual(body.items.map(({ seconds }: { seconds: number }) => String(seconds)));
    expect((await me.open(`/reports/airtime.xlsx${address}`)).status).toBe(200);
    expect(reported((await me.open(`/reports/print${address}`)).text)).toContain("Bo 2 h");
    const all = reported((await me.open(`/reports?month=${month(-1)}`)).text);
    expect(all).toContain("All creators: 10 h live in");
  });

  test("months lead to their neighbours, never beyond the current one; a wrong month is the current one", async () => {
    const now = (await me.open("/reports")).text;
    expect(now).toContain("So far this month.");
    expect(now).toContain(`/reports?month=${month(-1)}`);
    expect(now).not.toContain(`month=${month(1)}`);
    expect((await me.open(`/reports?month=${month(-1)}`)).text).toContain(`/reports?month=${month(0)}"`);
    for (const invalid of ["2027-13", "x", "", "9999-99"]) {
      const { status, text } = await me.open(`/reports?month=${encodeURIComponent(invalid)}&list=wl_none`);
      expect([invalid, status, text.includes("So far this month.")]).toEqual([invalid, 200, true]);
    }
  });

  test("somebody limited to a list prints its report from their page, whatever list the address names", async () => {
    const [alpha, bravo] = [await list("Alpha"), await list("Bravo")];
    await creator("Bo", "7002", alpha, 2);
    await creator("Zed", "7003", bravo, 5);
    const { body } = await api.call("POST", "/v1/tokens", { name: "c", scopes: ["read"], watchlistIds: [alpha] });
    const jar = new Jar((request) => api.send(request));
    await jar.send("/sign-in", { token: body.token as string, next: "/" });
    const open = async (path: string) => (await jar.open(path)).text();
    const home = await open("/");
    const links = [...home.matchAll(/href="(\/reports\/print[^"]*)"/g)].map(([, to]) => to!.replaceAll("&amp;", "&"));
    expect(links).toHaveLength(2);
    const printed = reported(await open(links[1]!));
    expect(printed).toContain("Alpha: ");
    expect(printed).toContain("Bo 2 h");
    const beyond = reported(await open(`/reports/print?list=${bravo}&month=${month(-1)}`));
    expect(beyond).toContain("Alpha: ");
    expect(beyond).not.toContain("Zed");
    expect((await jar.open("/reports")).status).toBe(403);
  });
});

describe("client report", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  beforeEach(() => api.clear());
  afterAll(() => api.stop());

  const NOW = Date.UTC(2030, 3, 3, 12);
  const PNG =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  async function world(timezone = "Europe/Berlin"): Promise<string> {
    await api.db.prepare("UPDATE ticker SET last_tick_at = ?1 WHERE id = 1").bind(NOW).run();
    const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Bright <b>wave", timezone });
    const { creator } = reportWorld(api);
    await creator("<img src=x>", "7001", list.id, [
      // Over midnight, and over the change of the clocks on 31 March.
      stream("2030-03-30T22:00Z", "2030-03-31T03:00Z", { viewers: [[Date.parse("2030-03-30T22:30Z"), 1234]] }),
      stream("2030-02-10T10:00Z", "2030-02-10T11:00Z"),
    ]);
    await creator("Other", "7002", "wl_default", [stream("2030-03-05T10:00Z", "2030-03-05T15:00Z")]);
    await api.call("POST", "/v1/goals", { watchlistId: list.id, hours: 4, startsOn: "2030-03-01" });
    return list.id;
  }

  const keyOf = async (more: object): Promise<{ id: string; key: string }> => {
    const { body, status } = await api.call("POST", "/v1/feed-keys", { name: "Client", ...more });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body;
  };

  const open = (key: string, more = "") => api.fetch(`/feeds/report.html?key=${key}${more}`, {}, null);

  test("a client opens the last month of their list without a token, and nobody else's creators", async () => {
    const watchlistId = await world();
    const { id, key } = await keyOf({ watchlistId, report: true, agency: "Northlight <i>Talent", logo: PNG });
    const answer = await open(key);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain("<title>Bright &lt;b&gt;wave: March 2030</title>");
    expect(text).toContain("Northlight &lt;i&gt;Talent");
    expect(text).toContain(`src="${PNG.replaceAll("+", "+")}"`);
    expect(text).toContain("&lt;img src=x&gt;");
    expect(text).not.toContain("<img src=x>");
    expect(text).not.toContain("Other");
    expect(text).toContain(">5 h<");
    expect(text).toContain(">1,234<");
    expect(text).toContain("5 of 4 h · reached");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'; img-src data:;");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toContain("private");
    expect(await (await open(key, "&month=2030-02")).text()).toContain(">1 h<");
    const { key: japanese } = await keyOf({ name: "ja", watchlistId, report: true, language: "ja" });
    expect(await (await open(japanese)).text()).toContain("wave: 2030年3月</title>");
    expect((await api.call("DELETE", `/v1/feed-keys/${id}`)).status).toBe(204);
    expect((await open(key)).status).toBe(404);
  });

  test("the numbers are those of the API's report, in each language", async () => {
    const watchlistId = await world("America/New_York");
    const query = `watchlistId=${watchlistId}&period=2030-03`;
    const { body } = await api.call("GET", `/v1/reports/airtime?${query}`);
    expect(body.totals).toMatchObject({ seconds: 5 * 3600, streams: 1, validDays: 1 });
    const seen = new Set<string>();
    for (const language of LANGUAGES) {
      const { key } = await keyOf({ name: language, watchlistId, report: true, language });
      const text = await (await open(key)).text();
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toMatch(/5(\s?\u00a0?)(h|Std\.|時間|jam|giờ)/);
      expect(text).toContain("America/New_York");
      expect(text).not.toMatch(/undefined|NaN|\[object/);
      expect(text.match(/<section class="method">/g)).toHaveLength(1);
      // Each column has its line, and each side its name, date and signature.
      expect(text.match(/<dt>/g)!.length).toBe(text.match(/<th scope="col"/g)!.length);
      expect(text.match(/<h3>/g)).toHaveLength(2);
      seen.add(/<th scope="col">([^<]+)<\/th>\s*<th scope="col">([^<]+)<\/th>/.exec(text)!.slice(1).join());
    }
    expect(seen.size).toBe(LANGUAGES.length);
  });

  test("a key without a report opens none, and wrong months are refused", async () => {
    const watchlistId = await world();
    const { key: plain } = await keyOf({ watchlistId });
    expect((await open(plain)).status).toBe(404);
    expect((await open("tlf_none")).status).toBe(404);
    const { key } = await keyOf({ name: "With", watchlistId, report: true });
    expect((await open(key, "&month=2030-04")).status).toBe(200);
    for (const month of ["2030-05", "2027-01", "2030-13", "march", "2030-03-01/2030-03-02"])
      expect([month, (await open(key, `&month=${month}`)).status]).toEqual([month, 400]);
  });

  test("a report needs a list; a logo is a public https address or a small picture, and nothing else", async () => {
    const watchlistId = await world();
    const refused = async (more: object) => {
      const { status, body } = await api.call("POST", "/v1/feed-keys", { name: "No", ...more });
      return [status, body.errors?.[0]?.pointer];
    };
    expect(await refused({ report: true })).toEqual([422, "/watchlistId"]);
    for (const logo of [
      "http://cdn.example.org/a.png",
      "https://127.0.0.1/a.png",
      "https://u:p@cdn.agency.com/a.png",
      "javascript:alert(1)",
      "data:image/svg+xml;base64,PHN2Zy8+",
      'data:image/png;base64,AA"onerror=alert(1)',
      "data:text/html;base64,AAAA",
      `data:image/png;base64,${"A".repeat(30_000)}`,
    ])
      expect([logo.slice(0, 40), ...(await refused({ watchlistId, report: true, logo }))]).toEqual([
        logo.slice(0, 40),
        422,
        "/logo",
      ]);
    const { key } = await keyOf({ watchlistId, report: true, logo: "https://cdn.agency.com/a.png?x='&y=1" });
    const answer = await open(key);
    expect(answer.headers.get("content-security-policy")).toContain("img-src https://cdn.agency.com;");
    expect(await answer.text()).toMatch(/src="https:\/\/cdn\.agency\.com\/a\.png\?x=(&#39;|')&amp;y=1"/);
  });

  test("the page of links makes one with a report", async () => {
    const watchlistId = await world();
    const me = await context(api);
    const { text } = await me.send("/sharing", [
      ["/name", "Client"],
      ["/watchlistId", watchlistId],
      ["/report", "true"],
      ["/agency", "Northlight"],
      ["/logo", ""],
      ["/language", "de"],
    ]);
    const [, key] = /\/feeds\/report\.html\?key=(tlf_\w+)/.exec(text) ?? [];
    expect(key).toBeDefined();
    expect(await (await open(key!)).text()).toContain('<html lang="de">');
  });
});
