import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pages } from "../../src/wiring/pages/pages.ts";
import { HOST, OWN } from "../support/jar.ts";
import { formsIn, type Form } from "../support/page-forms.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("forms twice", () => {
  // Every form of every page as a browser without scripts would send it, as it stands: twice, and after its subject is gone.

  const TABLES = [
    "targets",
    "watchlists",
    "channels",
    "subscriptions",
    "digests",
    "boards",
    '"feed-keys"',
    "hooks",
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
      hooks: await created("hooks", { name: "Bot", watchlistId }),
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

  /** A form with the decision that it asks for: which list a link shows. */
  const decided = (form: Form): Form =>
    form.action === "/sharing"
      ? { ...form, fields: form.fields.map(([name, value]) => [name, name === "/watchlistId" ? "everyone" : value]) }
      : form;

  async function forms(): Promise<Form[]> {
    const all: Form[] = [];
    for (const path of paths()) {
      const { status, text } = await me.open(path);
      expect(status, path).toBeLessThan(500);
      if (status === 200) all.push(...formsIn(path, text));
    }
    return all.map(decided);
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
    // With a list go its keys.
    const last = ({ action }: Form): number =>
      /^\/lists\/.*delete/.test(action) ? 2 : Number(/delete|forget|stop$|end$/.test(action));
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
      "/lists",
      "/rankings",
      "/sharing",
      "/shops",
      "/first-steps/creators",
      "/first-steps/channel",
    ];
    expect([...met]).toEqual(
      expect.arrayContaining([
        ...makers,
        "/creators/pause",
        "/alerts/{id}/snooze",
        "/sharing/{id}/delete",
        "/lists/{id}/delete",
      ]),
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
});

describe("form bounds", () => {
  // What a form may cost before anybody knows who sends it, and at the most.

  let api: RunningApi;
  let me: Visitor;
  beforeAll(async () => {
    api = await runSqliteApi();
    me = await context(api);
  });
  afterAll(() => api.stop());

  const KIB = 1024;
  const FORM = "application/x-www-form-urlencoded";

  const posted = (path: string, body: string) =>
    api.send(new Request(HOST + path, { method: "POST", headers: { ...OWN, "content-type": FORM }, body }));

  const many = (count: number): [string, string][] => Array.from({ length: count }, (_, n) => [`f${n}`, "x"]);

  describe("nobody who is signed in", () => {
    test.each(["/sign-in", "/sign-out"])("%s takes 64 KiB and no more", async (path) => {
      const answer = await posted(path, `next=${"x".repeat(64 * KIB)}`);
      expect(answer.status).toBe(413);
      expect((await answer.text()).length).toBeLessThan(10 * KIB);
    });

    test("what they typed comes back to be sent anew, and nothing of a form that is long", async () => {
      const short = await posted("/creators/add", new URLSearchParams({ "/name": "Maria" }).toString());
      expect([short.status, await short.text()]).toEqual([401, expect.stringContaining("Maria")]);
      for (const length of [20 * KIB, 200 * KIB, 12 * KIB * KIB]) {
        const long = await posted("/creators/add", `%2Fname=Maria${"x".repeat(length)}`);
        const text = await long.text();
        expect([long.status, text.includes("Maria"), text.length < 20 * KIB]).toEqual([401, false, true]);
      }
    });

    test("more fields than a page has are no form of ours", async () => {
      expect((await posted("/sign-in", new URLSearchParams(many(501)).toString())).status).toBe(400);
      expect((await posted("/sign-in", new URLSearchParams(many(500)).toString())).status).toBe(401);
    });
  });

  describe("somebody who is signed in", () => {
    test("a form has at most 500 fields, nested ten deep, and a mebibyte; an import 16", async () => {
      // One of them is the form's key.
      expect((await me.send("/alerts/test", many(500))).status).toBe(400);
      expect((await me.send("/alerts/test", [[`/${"a/".repeat(10)}b`, "x"]])).status).toBe(400);
      expect((await me.send("/alerts/test", [["x", "y".repeat(KIB * KIB)]])).status).toBe(413);
      expect((await me.send("/creators/add", [["x", "y".repeat(2 * KIB * KIB)]])).status).not.toBe(413);
      expect((await me.send("/creators/add", [["x", "y".repeat(16 * KIB * KIB)]])).status).toBe(413);
    });

    test("whose scope does not reach is refused before anything is read", async () => {
      const { body } = await api.call("POST", "/v1/tokens", { name: "reader", scopes: ["read"] });
      const reader = await context(api, (body as { token: string }).token);
      expect((await reader.send("/creators/add", [["x", "y".repeat(16 * KIB * KIB)]])).status).toBe(403);
    });

    test("who is paused, or gone, is paused once more without trouble", async () => {
      const { body } = await api.call("POST", "/v1/targets", {
        kind: "live",
        name: "Maria",
        params: { userId: "7001" },
      });
      const { id } = body as { id: string };
      const path = async (act: string, fields: [string, string][] = [["id", id]]) => {
        const { status, text } = await me.send(`/creators/${act}`, fields);
        expect(status, act).toBeLessThan(500);
        return text;
      };
      await path("pause");
      expect(await path("pause")).toContain("Already paused");
      await path("resume");
      expect(await path("resume")).toContain("Already active");
      expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
      for (const act of ["pause", "resume", "delete"]) await path(act);
      await path("move", [
        ["id", id],
        ["to", "wl_default"],
      ]);
      await path("snooze", [
        ["id", id],
        ["for", "1h"],
      ]);
    });
  });

  test("no answer says back more of a body than a thousand characters a piece", async () => {
    const answer = await api.call("POST", "/v1/targets", {
      kind: "live",
      name: "a",
      params: { userId: "1" },
      ["k".repeat(500 * KIB)]: 1,
    });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body).length).toBeLessThan(4 * KIB);
  });
});
