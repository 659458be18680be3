import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Jar } from "../support/jar.ts";
import { OFF, polledJustNow } from "../support/report-world.ts";
import { streamed } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

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

test("the page says what the report says: hours of a month and a list, each file with the same rows", async () => {
  const [alpha, bravo] = [await list("Alpha"), await list("Bravo")];
  await creator("Maria <b>", "7001", alpha, 3);
  await creator("Bo", "7002", alpha, 2);
  await creator("Zed", "7003", bravo, 5);
  const address = `?list=${alpha}&month=${month(-1)}`;
  const { status, text } = await me.open(`/reports${address}`);
  expect(status).toBe(200);
  expect(text).toMatch(/<h1>Alpha: 5 h 00 min live in \w+ \d{4}<\/h1>/);
  expect(text).not.toContain("Maria <b>");
  expect(reported(text)).toMatch(/Maria &lt;b&gt; 3 h 00 min .* Bo 2 h 00 min .* All 2 creators 5 h 00 min/);
  expect(reported(text)).not.toContain("Zed 5 h");
  expect(reported(text)).toContain("Days are those of UTC.");
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
  expect(reported((await me.open(`/reports/print${address}`)).text)).toContain("Bo 2 h 00 min");
  const all = reported((await me.open(`/reports?month=${month(-1)}`)).text);
  expect(all).toContain("All creators: 10 h 00 min live in");
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
  expect(printed).toContain("Airtime of Alpha");
  expect(printed).toContain("Bo 2 h 00 min");
  const beyond = reported(await open(`/reports/print?list=${bravo}&month=${month(-1)}`));
  expect(beyond).toContain("Airtime of Alpha");
  expect(beyond).not.toContain("Zed");
  expect((await jar.open("/reports")).status).toBe(403);
});
