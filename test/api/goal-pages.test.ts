import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OFF, polledJustNow } from "../support/report-world.ts";
import { streamed, unseen } from "../support/http-server.ts";
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

const creator = async (name: string, userId: string, createdAt = 0) => {
  const { body } = await api.call("POST", "/v1/targets", { kind: "live", name, params: { userId } });
  await api.db
    .prepare("UPDATE targets SET created_at = ?2, state = ?3, gaps = '[]' WHERE id = ?1")
    .bind(body.id, createdAt, OFF)
    .run();
  await polledJustNow(api.db);
  return { id: body.id as string, watchlistId: body.watchlistId as string };
};

const typed = (more: [string, string][]): [string, string][] => [
  ...new Map([["/hours", ""], ["/validDays", ""], ["/validDayMinutes", "60"], ["/timezone", "UTC"], ...more]),
];

const all = async () => (await api.call("GET", "/v1/goals")).body.items;

/** What the page says, without its markup. */
const reported = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("a goal is set on a creator's page, which says how far they are, and is taken back there", async () => {
  const one = await creator("Maria", "7012");
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  // An hour and a half since the month began, however short that is.
  const to = Math.min(Date.now(), first + 1.5 * HOUR);
  await streamed(api.db, one, { from: first, to });
  const page = `/creators/${one.id}`;
  expect(reported((await me.open(page)).text)).toContain("No goal is set.");
  const refused = await me.send(`${page}/goals`, typed([]));
  expect(refused.text).toContain("No goal set. Enter hours, valid days or both.");
  const below = await me.send(`${page}/goals`, typed([["/hours", "-3"]]));
  expect(below.text).toContain("Hours live: Enter more than 0.");
  expect(await all()).toEqual([]);
  const { text } = await me.send(`${page}/goals`, typed([["/hours", "700"]]));
  expect(text).toContain("Goal set for Maria");
  expect(await all()).toMatchObject([{ targetId: one.id, hours: 700, validDays: null, timezone: "UTC" }]);
  expect(text).toMatch(/<progress max="700" value="[\d.]+" aria-label="Hours">/);
  const [{ id }] = await all();
  const day = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const startingOn = async (months: number) => {
    const startsOn = day(months).toISOString().slice(0, 10);
    expect((await api.call("PATCH", `/v1/goals/${id}`, { startsOn })).body).toMatchObject({ startsOn });
    return reported((await me.open(page)).text);
  };
  expect(await startingOn(0)).toMatch(/[\d.]+ of 700 hours : (needs \d|out of reach)/);
  expect(await startingOn(1)).toMatch(/[\d.]+ of 700 hours : doesn’t count yet/);
  await startingOn(0);
  await unseen(api.db, one, first, Date.now());
  expect(reported((await me.open(page)).text)).toContain(
    "0 of 700 hours : can’t say: we watched less than three quarters of the month so far",
  );
  const gone = await me.send(`/goals/${id}/delete`, [["from", page]]);
  expect([gone.to, await all()]).toEqual([page, []]);
});

test("a list's goal is set, and shows everybody who has no goal of their own", async () => {
  const [maria, ana] = [await creator("Maria", "7012"), await creator("<b>Ana", "7013")];
  await api.call("POST", "/v1/goals", { targetId: maria.id, hours: 3 });
  const { text } = await me.send(
    "/goals",
    typed([
      ["/validDays", "20"],
      ["/watchlistId", "wl_default"],
    ]),
  );
  expect(reported(text)).toContain("Each creator: 20 valid days of 60 min a month");
  expect(reported(text)).toContain("Maria 3 hours a month");
  const own = (await all()).find((one: { watchlistId: string | null }) => one.watchlistId !== null);
  const page = await me.open(`/goals/${own.id}`);
  expect(reported(page.text)).toContain("20 valid days of 60 min a month");
  expect(page.text).toContain("0 of 20 valid days");
  expect(page.text).toContain("&lt;b&gt;Ana");
  expect(page.text).not.toContain(`/creators/${maria.id}`);
  expect(reported((await me.open(`/creators/${ana.id}`)).text)).toContain("goal of the list");
  const invalid = await me.send(`/goals/${own.id}`, typed([]));
  expect([invalid.status, invalid.text.includes("Enter hours, valid days or both.")]).toEqual([422, true]);
  // What was typed stays.
  const below = await me.send(`/goals/${own.id}`, typed([["/hours", "-3"]]));
  expect(below.text).toMatch(/value="-3"[^>]* name="\/hours"/);
  expect((await me.open("/goals/goal_none")).status).toBe(404);
});

test("a goal may count the running month: both months are offered, what applies by itself first", async () => {
  const form = (await me.open("/goals")).text;
  const offered = [.../<select[^>]* name="\/startsOn"[\s\S]*?<\/select>/.exec(form)![0].matchAll(/value="([^"]*)"/g)];
  const values = offered.map(([, value]) => value!);
  const now = new Date();
  const month = (after: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + after, 1)).toISOString().slice(0, 10);
  expect(values).toEqual(["", month(now.getUTCDate() > 3 ? 0 : 1)]);
  const fields: [string, string][] = [
    ["/hours", "40"],
    ["/watchlistId", "wl_default"],
  ];
  await me.send("/goals", typed([...fields, ["/startsOn", values[1]!]]));
  expect((await all()).map(({ startsOn }: { startsOn: string }) => startsOn)).toEqual([values[1]]);
  const [{ id }] = await all();
  const wrong = await me.send(`/goals/${id}`, typed([...fields, ["/startsOn", "soon"]]));
  expect([wrong.status, wrong.text.includes("Must be a date such as 2027-03-01.")]).toEqual([422, true]);
});

test("a list has one goal: a second is refused, and the first is changed in place, each with an Undo", async () => {
  await creator("Maria", "7012");
  const form = (hours: string) =>
    typed([
      ["/hours", hours],
      ["/watchlistId", "wl_default"],
    ]);
  const set = await me.send("/goals", form("40"));
  await me.undo(set.text);
  expect(await all()).toEqual([]);
  await me.send("/goals", form("40"));
  const second = await me.send("/goals", form("20"));
  expect([second.status, reported(second.text).includes("This list has a goal already.")]).toEqual([422, true]);
  const [{ id }] = await all();
  const page = (await me.open(`/goals/${id}`)).text;
  expect(page).toContain(`action="/goals/${id}"`);
  const changed = await me.send(`/goals/${id}`, typed([["/validDays", "20"]]));
  expect(await all()).toMatchObject([{ id, hours: null, validDays: 20 }]);
  await me.undo(changed.text);
  expect(await all()).toMatchObject([{ id, hours: 40, validDays: null }]);
  const invalid = await me.send(`/goals/${id}`, typed([["/hours", "900"]]));
  expect([invalid.status, reported(invalid.text).includes("Enter 744 or less.")]).toEqual([422, true]);
  expect(invalid.text).toMatch(/value="900"[^>]* name="\/hours"/);
  const gone = await me.send(`/goals/${id}/delete`, []);
  expect(await all()).toEqual([]);
  await me.undo(gone.text);
  const [{ createdAt, ...back }] = await all();
  expect(back).toMatchObject({ id, hours: 40 });
  // It counts from the same month as before.
  const made = new Date(createdAt);
  const first = Date.UTC(made.getUTCFullYear(), made.getUTCMonth() + Number(made.getUTCDate() > 3), 1);
  expect(back.startsOn).toBe(new Date(first).toISOString().slice(0, 10));
});

test("a creator's own goal is changed where it stands", async () => {
  const one = await creator("Maria", "7012");
  const page = `/creators/${one.id}`;
  await me.send(`${page}/goals`, typed([["/hours", "40"]]));
  const second = await me.send(`${page}/goals`, typed([["/hours", "20"]]));
  expect(second.text).toContain("Maria has a goal already.");
  const [{ id }] = await all();
  const text = (await me.open(page)).text;
  expect([text.includes(`action="/goals/${id}"`), text.includes(`action="${page}/goals"`)]).toEqual([true, false]);
  const changed = await me.send(`/goals/${id}`, [
    ["/hours", "20"],
    ["/validDays", ""],
    ["from", page],
  ]);
  expect([changed.to, await all()]).toMatchObject([page, [{ id, hours: 20, timezone: "UTC" }]]);
});

test.each([
  ["de", "40,5", 40.5],
  ["de", "40.5", 40.5],
  ["en", "40,5", null],
  ["de", "viel", null],
])("in %s, %s hours are %s", async (language, text, hours) => {
  await creator("Maria", "7012");
  const there = await context(api, undefined, language);
  const answer = await there.send(
    "/goals",
    typed([
      ["/hours", text],
      ["/watchlistId", "wl_default"],
    ]),
  );
  expect((await all()).map((one: { hours: number }) => one.hours)).toEqual(hours === null ? [] : [hours]);
  if (hours === null)
    expect(reported(answer.text)).toContain(language === "de" ? "Gib eine Zahl ein." : "Enter a number.");
});

test("with several lists none is chosen in advance, and a goal needs a list", async () => {
  await creator("Maria", "7012");
  expect((await me.open("/goals")).text).not.toContain("Choose a list");
  await api.call("POST", "/v1/watchlists", { name: "Client" });
  expect((await me.open("/goals")).text).toContain('<option value="" selected="">Choose a list</option>');
  const without = await me.send("/goals", typed([["/hours", "40"]]));
  expect([without.status, reported(without.text).includes("Choose a list first.")]).toEqual([422, true]);
  expect(without.text).toMatch(/value="40"[^>]* name="\/hours"/);
  expect(await all()).toEqual([]);
});
