import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

const HOURS = [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "20:00", to: "23:00" }];

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const make = async (more: object = {}) =>
  (await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" }, ...more })).body;

const hoursOf = async (id: string) => (await api.call("GET", `/v1/targets/${id}`)).body.usualHours;

test("they are created, changed, removed and exported with a target", async () => {
  const { id, usualHours } = await make({ usualHours: HOURS });
  expect(usualHours).toEqual(HOURS);
  expect((await make({ params: { userId: "7013" } })).usualHours).toEqual([]);
  const late = [{ days: ["sun", "sat", "sat"], from: "22:00", to: "02:00" }];
  const patched = await api.call("PATCH", `/v1/targets/${id}`, { usualHours: late });
  expect(patched.body.usualHours).toEqual([{ days: ["sat", "sun"], from: "22:00", to: "02:00" }]);
  const document = (await api.call("GET", "/v1/export")).body;
  expect(document.targets.find((one: { id: string }) => one.id === id).usualHours).toEqual(patched.body.usualHours);
  expect((await api.call("PUT", "/v1/config?dryRun=true", document)).status).toBe(200);
  expect((await api.call("PATCH", `/v1/targets/${id}`, { usualHours: null })).body.usualHours).toEqual([]);
});

test("what is no hours is refused at its place, and only creators have them", async () => {
  for (const [usualHours, pointer] of [
    ["Mon-Fri 20-23", "/usualHours"],
    [[{ days: [], from: "20:00", to: "23:00" }], "/usualHours/0/days"],
    [[{ days: ["Monday"], from: "20:00", to: "23:00" }], "/usualHours/0/days/0"],
    [[{ days: ["mon"], from: "24:00", to: "23:00" }], "/usualHours/0/from"],
    [[{ days: ["mon"], from: "8pm", to: "23:00" }], "/usualHours/0/from"],
    [[{ days: ["mon"], from: "20:00", to: "20:00" }], "/usualHours/0/to"],
    [[{ days: ["mon"], from: "20:00" }], "/usualHours/0/to"],
    [Array.from({ length: 22 }, () => HOURS[0]), "/usualHours"],
  ] as const) {
    const answer = await api.call("POST", "/v1/targets", {
      kind: "live",
      name: "No",
      params: { userId: "1" },
      usualHours,
    });
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, pointer]);
  }
  const ranking = { kind: "ranking", name: "R", params: { roomId: "1", userId: "2" }, usualHours: HOURS };
  expect((await api.call("POST", "/v1/targets", ranking)).body.errors).toEqual([
    { pointer: "/usualHours", message: "is only for creators (kind live)" },
  ]);
});

test("imports take them as JSON, and as people write them in a column of a sheet", async () => {
  const json = [{ kind: "live", name: "Ana", params: { userId: "1" }, usualHours: HOURS }];
  expect((await api.call("POST", "/v1/targets/import", json)).body.summary.created).toBe(1);
  const csv = [
    "kind,name,userId,timezone,Usual hours",
    'live,Bo,2,Europe/Berlin,"Mo-Fr 20-23 Uhr"',
    "live,Cy,3,,weekends from 8pm",
    "live,Di,4,,whenever",
    "live,Ed,5,,",
  ].join("\n");
  const sent = await api.fetch("/v1/targets/import", {
    method: "POST",
    body: csv,
    headers: { "content-type": "text/csv" },
  });
  const { items, rows } = (await sent.json()) as { items?: unknown[]; rows?: unknown[] };
  const results = (items ?? rows) as { id?: string; errors?: { pointer: string; message: string }[]; line: number }[];
  expect(results[2]).toMatchObject({ line: 4, errors: [{ pointer: "/usualHours" }] });
  expect(await hoursOf(results[0]!.id!)).toEqual(HOURS);
  expect(await hoursOf(results[1]!.id!)).toEqual([{ days: ["sat", "sun"], from: "20:00", to: "23:00" }]);
  expect(await hoursOf(results[3]!.id!)).toEqual([]);
});

test("changed hours make polls learn the prediction again", async () => {
  const { id } = await make();
  const page = { [id]: [1, "", null, 0, 0, 0, 0, 0] };
  await api.db
    .prepare(
      "INSERT INTO habits (page, habits) SELECT sheet_id * 8 + unicode(substr(id, -1)) % 8, ?2 FROM targets WHERE id = ?1",
    )
    .bind(id, JSON.stringify(page))
    .run();
  const known = async () => JSON.stringify((await api.db.prepare("SELECT habits FROM habits").all()).results);
  await api.call("PATCH", `/v1/targets/${id}`, { name: "Other" });
  expect(await known()).toContain(id);
  await api.call("PATCH", `/v1/targets/${id}`, { usualHours: HOURS });
  expect(await known()).not.toContain(id);
});

test("the page reads what a person types, shows it back, and takes it back", async () => {
  const { id } = await make();
  const fields = (hours: string, revision: number): [string, string][] => [
    ["revision", String(revision)],
    ["/name", "Maria"],
    ["/usualHours", hours],
    ["/enabled", "true"],
  ];
  const saved = await me.send(`/creators/${id}`, fields("weekends from 8pm", 0));
  expect(saved.status).toBe(303);
  expect(await hoursOf(id)).toEqual([{ days: ["sat", "sun"], from: "20:00", to: "23:00" }]);
  expect((await me.open(`/creators/${id}`)).text).toContain('value="Sat, Sun 20:00–23:00"');
  const refused = await me.send(`/creators/${id}`, fields("when the moon is full", 1));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("We don’t understand “when”. Write days and times, such as: Mon–Fri 20:00–23:00");
  expect(refused.text).toContain('value="when the moon is full"');
  expect((await me.send(`/creators/${id}`, fields("", 1))).status).toBe(303);
  expect(await hoursOf(id)).toEqual([]);
});
