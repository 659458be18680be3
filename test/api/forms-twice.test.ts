import { afterAll, beforeEach, expect, test } from "vitest";
import { pages } from "../../src/edges/pages/pages.ts";
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

interface Form {
  page: string;
  action: string;
  fields: [string, string][];
}

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

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
const read = (text = ""): string => text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (one) => ENTITIES[one]!);
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s>/])`).exec(tag);
  return found === null ? undefined : read(found[1]);
};

/** What somebody types into an empty field, by its name and the form's action; a text of its own for each. */
let typed = 0;
function typedInto(name: string): string {
  typed += 1;
  const digits = String(7_000_000 + typed);
  if (name === "/settings/url") return `https://discord.com/api/webhooks/${digits}00000000000/${"s".repeat(60)}`;
  if (name === "creators" || name === "/params/userId" || name === "/params/roomId" || name === "/params/categoryId")
    return digits;
  if (name === "/params/region") return "US";
  return /^\/(name|params\/keyword)$/.test(name) ? `Typed ${digits}` : "";
}

/** What a browser sends for the controls of a form; what is empty is typed. */
function fieldsIn(html: string): [string, string][] {
  const fields: [string, string][] = [];
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const [name, type = "text"] = [attribute(tag, "name"), attribute(tag, "type")];
    if (name === undefined || name === "formKey" || attribute(tag, "disabled") !== undefined) continue;
    if ((type === "checkbox" || type === "radio") && attribute(tag, "checked") === undefined) continue;
    const value = attribute(tag, "value") ?? (type === "checkbox" ? "on" : "");
    fields.push([name, value === "" ? typedInto(name) : value]);
  }
  for (const [, tag, text] of html.matchAll(/(<textarea\b[^>]*>)([^<]*)<\/textarea>/g))
    fields.push([attribute(tag!, "name") ?? "", text === "" ? typedInto(attribute(tag!, "name") ?? "") : read(text)]);
  for (const [, tag, options] of html.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/gs)) {
    const all = [...options!.matchAll(/<option\b[^>]*>/g)].map(([option]) => option);
    const chosen = all.find((option) => attribute(option, "selected") !== undefined) ?? all[0];
    if (chosen !== undefined) fields.push([attribute(tag!, "name") ?? "", attribute(chosen, "value") ?? ""]);
  }
  return fields.filter(([name]) => name !== "");
}

/** The forms of a page; a button that sends elsewhere, or says something of its own, makes another form. */
function formsIn(page: string, html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].flatMap(([, head, body]) => {
    const action = attribute(`${head} `, "action")!;
    const buttons = [...body!.matchAll(/<button\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => attribute(tag, "type") === "submit");
    return buttons.map((tag): Form => {
      const name = attribute(tag, "name");
      const own: [string, string][] = name === undefined ? [] : [[name, attribute(tag, "value") ?? ""]];
      return { page, action: attribute(tag, "formaction") ?? action, fields: [...fieldsIn(body!), ...own] };
    });
  });
}

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
}, 60_000);

test("a form of what is gone is an answer, not a failure", async () => {
  const all = await forms();
  for (const name of ["digests", "subscriptions", "silences", "feed-keys", "channels", "targets", "watchlists"])
    expect((await api.call("DELETE", `/v1/${name}/${subjects[name]}`)).status, name).toBeLessThan(300);
  for (const form of all) {
    if (HARMLESS.test(form.action)) continue;
    expect((await me.send(form.action, form.fields)).status, calls(form)).toBeLessThan(500);
  }
  expect(all.length).toBeGreaterThan(40);
}, 60_000);
