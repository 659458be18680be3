import { afterAll, beforeEach, expect, test } from "vitest";
import { pages } from "../../src/wiring/pages/pages.ts";
import { formsIn, type Form } from "../support/page-forms.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

// Every form of every page as a browser without scripts would send it, as it stands: twice, and after its subject is gone.

const TABLES = [
  "targets",
  "watchlists",
  "channels",
  "subscriptions",
  "digests",
  "boards",
  '"feed-keys"',
  "silences",
  "tokens",
];
const HOOK = "https://hooks.example.com/receive";

let api: RunningApi;
let me: Visitor;
let subjects: Record<string, string>;

const created = async (path: string, body: object): Promise<string> => {
  const answer = await api.call("POST", `/v1/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};

beforeEach(async () => {
  api = await runSqliteApi();
  const watchlistId = await created("watchlists", { name: "Mine" });
  const targetId = await created("targets", { kind: "live", name: "Maria", params: { userId: "7001" }, watchlistId });
  const channelId = await created("channels", { kind: "webhook", name: "Hook", settings: { url: HOOK } });
  subjects = {
    targets: targetId,
    watchlists: watchlistId,
    channels: channelId,
    subscriptions: await created("subscriptions", { name: "Lives", channelId, events: ["live.started"], targetId }),
    digests: await created("digests", {
      name: "Movers",
      channelId,
      schedule: "0 9 * * 1",
      period: "P7D",
      timezone: "UTC",
    }),
    silences: await created("silences", {
      targetId,
      until: new Date(Date.now() + 86_400_000).toISOString(),
      reason: "",
    }),
    "feed-keys": await created("feed-keys", { name: "Screen", watchlistId }),
  };
  me = await context(api);
});
afterAll(() => api.stop());

/** Every page there is, of the subjects where it is of one. */
function paths(): string[] {
  const gets = pages.filter(({ method }) => method === "get").map(({ path }) => path);
  const ids = Object.values(subjects);
  return [
    ...new Set(gets.flatMap((path) => (path.includes("{id}") ? ids.map((id) => path.replace("{id}", id)) : path))),
  ].filter((path) => !path.includes("{") && path !== "/sign-in");
}

async function forms(): Promise<Form[]> {
  const all: Form[] = [];
  for (const path of paths()) {
    const { status, text } = await me.open(path);
    expect(status, path).toBeLessThan(500);
    if (status === 200) all.push(...formsIn(path, text));
  }
  return all;
}

const calls = ({ page, action, fields }: Form): string =>
  `${page}: ${action} ${JSON.stringify(fields.filter(([name]) => name !== "once"))}`;

const counts = async (): Promise<Record<string, number>> => {
  const all: Record<string, number> = {};
  for (const table of TABLES)
    all[table] = Number(await api.db.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"));
  return all;
};

const HARMLESS = /^\/(sign-out|settings\/forget)/;

test("each form does what it asks for once, however often it is sent from one page", async () => {
  const met = new Set<string>();
  const last = ({ action }: Form): number => Number(/delete|forget|end$/.test(action));
  for (const form of (await forms()).sort((a, b) => last(a) - last(b))) {
    if (HARMLESS.test(form.action)) continue;
    const first = await me.send(form.action, form.fields);
    const after = await counts();
    const [second, third] = await Promise.all([me.send(form.action, form.fields), me.send(form.action, form.fields)]);
    for (const { status } of [first, second, third]) expect(status, calls(form)).toBeLessThan(500);
    expect(await counts(), calls(form)).toEqual(after);
    if (first.status < 400) met.add(form.action.replaceAll(/\/[a-z]+_[0-9a-z_]+/g, "/{id}"));
  }
  // Those that make something are what a double click doubles.
  const makers = [
    "/alerts",
    "/channels",
    "/creators/add",
    "/digests",
    "/hashtags",
    "/rankings",
    "/sharing",
    "/shops",
    "/first-steps/creators",
    "/first-steps/channel",
  ];
  expect([...met]).toEqual(
    expect.arrayContaining([...makers, "/creators/pause", "/alerts/{id}/snooze", "/sharing/{id}/delete"]),
  );
});

test("a form of what is gone is an answer, not a failure", async () => {
  const all = await forms();
  for (const name of ["digests", "subscriptions", "silences", "feed-keys", "channels", "targets", "watchlists"])
    expect((await api.call("DELETE", `/v1/${name}/${subjects[name]}`)).status, name).toBeLessThan(300);
  for (const form of all) {
    if (HARMLESS.test(form.action)) continue;
    expect((await me.send(form.action, form.fields)).status, calls(form)).toBeLessThan(500);
  }
  expect(all.length).toBeGreaterThan(40);
});
