import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/wiring/api/routes.ts";
import { pages } from "../../src/wiring/pages/pages.ts";
import { Jar, OWN } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

// A token that is limited to watchlist A, in a world where everything of A is named alpha, and everything else bravo.

let api: RunningApi;
const token = { read: "", write: "" };
/** Ids by resource, of A, of B, and of what belongs to no list. */
const ids: Record<"alpha" | "bravo", Record<string, string>> = { alpha: {}, bravo: {} };

const created = async (path: string, body: object): Promise<string> => {
  const answer = await api.call("POST", path, body);
  expect([path, answer.status, answer.body.detail]).toEqual([path, 201, undefined]);
  return answer.body.id as string;
};

const AT = Date.now() - 60_000;

const event = (id: string, of: "alpha" | "bravo", n: number) =>
  api.db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1, ?2, 'live.ended', ?3, ?4, ?5, ?6, ?6, NULL, ?6, ?7, 'c')`,
    )
    .bind(
      (AT + n) * 512,
      id,
      ids[of]["targets"]!,
      ids[of]["watchlists"]!,
      JSON.stringify({ name: of, kind: "live", params: { handle: of } }),
      AT + n,
      JSON.stringify({ startedAt: new Date(AT).toISOString(), endedAt: new Date(AT + n).toISOString(), title: of }),
    )
    .run();

/** Creates a subscription to a list and to a target that was moved out of it, and returns its id. */
async function alertOfTwo(body: { watchlistId: string; targetId: string; [field: string]: unknown }): Promise<string> {
  const path = `/v1/targets/${body.targetId}`;
  const { watchlistId: own } = (await api.call("GET", path)).body;
  const move = (watchlistId: string) => api.call("PATCH", path, { watchlistId });
  expect((await move(body.watchlistId)).status).toBe(200);
  const id = await created("/v1/subscriptions", body);
  expect((await move(own)).status).toBe(200);
  return id;
}

beforeAll(async () => {
  api = await runSqliteApi();
  const url = "https://hooks.slack.com/services/T0/B0/x";
  const channels = {
    alpha: await created("/v1/channels", { kind: "slack", name: "alpha chat", settings: { url } }),
    bravo: await created("/v1/channels", { kind: "slack", name: "bravo chat", settings: { url } }),
  };
  for (const list of ["alpha", "bravo"] as const) {
    const own = ids[list];
    const channelId = channels[list];
    const watchlistId = (own["watchlists"] = await created("/v1/watchlists", { name: list }));
    own["targets"] = await created("/v1/targets", {
      kind: "live",
      params: { userId: list === "alpha" ? "7001" : "7002" },
      name: list,
      watchlistId,
    });
    own["subscriptions"] = await created("/v1/subscriptions", {
      name: list,
      channelId,
      watchlistId,
      events: ["live.*"],
    });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    own["silences"] = await created("/v1/silences", { watchlistId, until, reason: list });
    const daily = { schedule: "0 8 * * *", timezone: "UTC", period: "P1D" };
    own["digests"] = await created("/v1/digests", { name: list, channelId, watchlistId, ...daily });
    own["feed-keys"] = await created("/v1/feed-keys", { name: list, watchlistId });
    own["hooks"] = await created("/v1/hooks", { name: list, watchlistId });
    own["channels"] = channelId;
    own["events"] = `evt_${list}`;
    await event(own["events"], list, list === "alpha" ? 1 : 2);
  }
  // Of all lists, of a target of A and of another list at once: none of them belongs to A alone.
  await created("/v1/subscriptions", { name: "bravo all", channelId: channels.bravo, events: ["*"] });
  const [watchlistId, targetId] = [ids.alpha["watchlists"]!, ids.bravo["targets"]!];
  await alertOfTwo({ name: "bravo mixed", channelId: channels.bravo, events: ["*"], watchlistId, targetId });
  for (const scope of ["read", "write"] as const) {
    const watchlistIds = [ids.alpha["watchlists"]];
    const { body } = await api.call("POST", "/v1/tokens", { name: `limited ${scope}`, scopes: [scope], watchlistIds });
    expect(body).toMatchObject({ scopes: [scope], watchlistIds });
    token[scope] = body.token as string;
  }
});
afterAll(() => api.stop());

const resourceIn = (path: string): string => /^\/v1\/([^/]+)\/\{id\}/.exec(path)?.[1] ?? "";

const filled = (path: string, of: "alpha" | "bravo"): string =>
  path.replace("{id}", ids[of][resourceIn(path)] ?? "none").replaceAll(/\{\w+\}/g, "none");

const namesBravo = (text: string): boolean =>
  text.includes("bravo") || Object.values(ids.bravo).some((id) => text.includes(id));

const ask = (method: string, path: string, body?: unknown, scope: "read" | "write" = "write") =>
  api.fetch(
    path,
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } },
    token[scope],
  );

/** What belongs to lists; everything else concerns all. */
const OF_LISTS = new Set([
  "watchlists",
  "targets",
  "subscriptions",
  "silences",
  "digests",
  "boards",
  "feed-keys",
  "hooks",
]);

describe("what is read", () => {
  const reading = routes.filter(({ method, scope }) => method === "get" && scope !== "public");

  test.each(reading.map(({ path }) => path))("%s names nothing of another list, or is refused", async (path) => {
    const { withinLists } = reading.find((one) => one.path === path)!;
    const own = await ask("GET", filled(path, "alpha"), undefined, "read");
    const text = await own.text();
    expect(namesBravo(text)).toBe(false);
    // The status of all lists is nobody's who is limited; that of one list is tested below.
    if (withinLists !== true || path === "/v1/status") return expect(own.status).toBe(403);
    expect(own.status).toBe(filled(path, "alpha").includes("none") ? 404 : 200);
    if (!path.includes("{id}") && own.status === 200 && OF_LISTS.has(path.slice(4)) && path !== "/v1/boards")
      expect(text).toContain("alpha");
    if (!path.includes("{id}")) return;
    const rest = await ask("GET", filled(path, "bravo"), undefined, "read");
    expect(rest.status).toBe(404);
    expect(namesBravo((await rest.text()).replaceAll(filled(path, "bravo"), ""))).toBe(false);
  });

  test("lists narrowed by another list find no such list", async () => {
    for (const path of ["/v1/events", "/v1/sessions", "/v1/targets"]) {
      const answer = await ask("GET", `${path}?watchlistId=${ids.bravo["watchlists"]}`, undefined, "read");
      expect([path, answer.status, namesBravo(await answer.text())]).toEqual([path, 400, false]);
    }
    const ofTarget = await ask("GET", `/v1/events?targetId=${ids.bravo["targets"]}`, undefined, "read");
    expect(namesBravo(await ofTarget.text())).toBe(false);
  });

  test("every list that can be narrowed takes the own watchlist, and another one is as one that is not there", async () => {
    const narrowed = reading.filter(
      ({ query, withinLists }) => withinLists === true && query !== undefined && "watchlistId" in query().shape,
    );
    const paths = narrowed.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["/v1/status", "/v1/events", "/v1/sessions", "/v1/targets"]));
    const requested = async (path: string, list: string) => {
      const answer = await ask("GET", `${path}?watchlistId=${list}`, undefined, "read");
      return { status: answer.status, text: (await answer.text()).replaceAll(list, "") };
    };
    for (const path of paths) {
      const own = await requested(path, ids.alpha["watchlists"]!);
      expect([path, own.status, namesBravo(own.text)]).toEqual([path, 200, false]);
      const [rest, none] = [await requested(path, ids.bravo["watchlists"]!), await requested(path, "wl_none")];
      expect([path, rest]).toEqual([path, none]);
      expect([path, [400, 404].includes(none.status)]).toEqual([path, true]);
    }
  });

  test("the status of the own list says nothing that another list changes", async () => {
    const path = `/v1/status?watchlistId=${ids.alpha["watchlists"]}`;
    const status = async () => (await api.call("GET", path, undefined, {}, token.read)).body;
    const before = await status();
    expect(before.counts).toEqual({
      targets: { live: 1 },
      subscriptions: 1,
      channels: 1,
      events: expect.any(Number),
      deliveries: null,
    });
    const made: string[] = [];
    const make = async (of: string, body: object) => made.push(`/v1/${of}/${await created(`/v1/${of}`, body)}`);
    const watchlistId = ids.bravo["watchlists"]!;
    const channelId = ids.bravo["channels"]!;
    for (const userId of ["9001", "9002"])
      await make("targets", { kind: "live", params: { userId }, name: "bravo too", watchlistId, intervalSeconds: 60 });
    await make("subscriptions", { name: "bravo every", channelId, events: ["*"] });
    const targetId = ids.alpha["targets"]!;
    const alert = { name: "bravo of alpha", channelId, events: ["*"], watchlistId, targetId };
    made.push(`/v1/subscriptions/${await alertOfTwo(alert)}`);
    await api.db.prepare("UPDATE targets SET on_air = 1 WHERE watchlist_id = ?1").bind(watchlistId).run();
    await api.db
      .prepare(
        `INSERT INTO deliveries (seq, id, channel_id, status, items, made_at, open_until, next_attempt_at)
         VALUES (7, 'dlv_bravo', ?1, 'pending', '[]', ?2, ?2, ?2)`,
      )
      .bind(channelId, AT)
      .run();
    expect(await status()).toEqual(before);
    const all = (await api.call("GET", path)).body;
    expect([all.counts.subscriptions, all.counts.deliveries.pending, all.pending.deliveries]).toEqual([4, 1, 1]);
    await api.db.prepare("DELETE FROM deliveries WHERE id = 'dlv_bravo'").run();
    for (const one of made) await api.call("DELETE", one);
  });

  test("events, sessions and targets of the own list are there, also in a table", async () => {
    for (const path of ["/v1/events", "/v1/sessions", "/v1/targets", "/v1/events?format=csv"]) {
      const answer = await ask("GET", path, undefined, "read");
      const text = await answer.text();
      expect([path, answer.status, text.includes("alpha"), namesBravo(text)]).toEqual([path, 200, true, false]);
    }
  });

  test("a token of two lists sees both", async () => {
    const watchlistIds = [ids.alpha["watchlists"], ids.bravo["watchlists"]];
    const { body } = await api.call("POST", "/v1/tokens", { name: "both", scopes: ["read"], watchlistIds });
    for (const path of ["/v1/events", "/v1/sessions", "/v1/targets", "/v1/silences"]) {
      const text = await (await api.fetch(path, {}, body.token)).text();
      expect([path, text.includes("alpha"), text.includes("bravo")]).toEqual([path, true, true]);
    }
  });
});

describe("what is changed", () => {
  // Agents are refused in the terms of their protocol, by the operations that their tools use.
  const writing = routes.filter(({ method, scope, path }) => method !== "get" && scope !== "public" && path !== "/mcp");

  test.each(writing.map(({ method, path }) => [method.toUpperCase(), path] as const))(
    "%s %s of another list, or of all, is refused",
    async (method, path) => {
      const { withinLists } = writing.find((one) => one.path === path && one.method === method.toLowerCase())!;
      const answer = await ask(method, filled(path, "bravo"), method === "DELETE" ? undefined : {});
      if (withinLists !== true) expect(answer.status).toBe(403);
      else if (path.includes("{id}")) expect(answer.status).toBe(404);
      else expect(answer.status).toBe(422);
      expect(namesBravo((await answer.text()).replaceAll(filled(path, "bravo"), ""))).toBe(false);
    },
  );

  const live = (userId: string) => ({ kind: "live", params: { userId }, name: `alpha ${userId}` });

  test("targets are made in the own list alone, and stay there", async () => {
    const [own, rest] = [ids.alpha["watchlists"], ids.bravo["watchlists"]];
    const first = await ask("POST", "/v1/targets", { ...live("8001"), watchlistId: own });
    expect([first.status, ((await first.json()) as { errors: unknown }).errors]).toEqual([201, undefined]);
    for (const watchlistId of [rest, undefined]) {
      const refused = await ask("POST", "/v1/targets", { ...live("8002"), watchlistId });
      expect([refused.status, (await refused.json()) as object]).toMatchObject([
        422,
        { errors: [{ pointer: "/watchlistId" }] },
      ]);
    }
    const moved = await ask("PATCH", `/v1/targets/${ids.alpha["targets"]}`, { watchlistId: rest });
    expect(moved.status).toBe(422);
    const into = await ask("POST", "/v1/targets/import?createWatchlists=true", [
      { ...live("8003"), watchlist: "charlie" },
    ]);
    expect(into.status).toBe(403);
    const imported = await ask("POST", "/v1/targets/import", [
      { ...live("8004"), watchlist: "alpha" },
      { ...live("8004"), watchlist: "bravo" },
    ]);
    expect(((await imported.json()) as { summary: object }).summary).toMatchObject({ created: 1, failed: 1 });
    const { body } = await api.call("GET", `/v1/targets?watchlistId=${rest}`);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(["bravo"]);
  });

  test("alerts go to channels that the list uses already, and to no other", async () => {
    const { watchlists: watchlistId, channels: channelId } = ids.alpha;
    const body = { name: "alpha too", watchlistId, events: ["live.*"] };
    expect((await ask("POST", "/v1/subscriptions", { ...body, channelId })).status).toBe(201);
    const refused = await ask("POST", "/v1/subscriptions", { ...body, channelId: ids.bravo["channels"] });
    expect([refused.status, (await refused.json()) as object]).toMatchObject([
      422,
      { errors: [{ pointer: "/channelId", message: "names no channel" }] },
    ]);
    const all = await ask("POST", "/v1/subscriptions", { name: "alpha of all", channelId, events: ["*"] });
    expect(all.status).toBe(403);
    const target = { ...body, watchlistId: null, channelId, targetId: ids.bravo["targets"] };
    expect((await ask("POST", "/v1/subscriptions", target)).status).toBe(422);
    expect((await ask("POST", "/v1/watchlists", { name: "delta" })).status).toBe(403);
  });
});

describe("what others use", () => {
  const watchlistId = () => ids.alpha["watchlists"]!;
  const target = (userId: string) =>
    created("/v1/targets", { kind: "live", params: { userId }, name: "alpha used", watchlistId: watchlistId() });
  const alertOf = (more: { targetId: string; watchlistId: string }) =>
    alertOfTwo({ name: "bravo", channelId: ids.bravo["channels"]!, events: ["*"], ...more });
  const remove = async (path: string) => {
    const answer = await ask("DELETE", path);
    return { status: answer.status, text: await answer.text() };
  };

  test("is neither named nor deleted, even with cascade", async () => {
    const targetId = await target("8101");
    const alert = await alertOf({ targetId, watchlistId: ids.bravo["watchlists"]! });
    for (const cascade of ["", "?cascade=true", "?cascade=false"]) {
      const { status, text } = await remove(`/v1/targets/${targetId}${cascade}`);
      expect([cascade, status, text.includes(alert), namesBravo(text)]).toEqual([cascade, 409, false, false]);
      expect(text).toContain("beyond what this token may see");
    }
    for (const path of [`/v1/targets/${targetId}`, `/v1/subscriptions/${alert}`])
      expect((await api.call("GET", path)).status).toBe(200);
    expect((await api.call("DELETE", `/v1/targets/${targetId}?cascade=true`)).status).toBe(204);
    expect((await api.call("GET", `/v1/subscriptions/${alert}`)).status).toBe(404);
  });

  test("nor what others use of what would be deleted along", async () => {
    const { body: list } = await api.call("POST", "/v1/watchlists", { name: "alpha second" });
    const targets = { kind: "live", params: { userId: "8102" }, name: "alpha", watchlistId: list.id };
    const targetId = await created("/v1/targets", targets);
    const alert = await alertOf({ targetId, watchlistId: ids.bravo["watchlists"]! });
    const limits = { name: "of two", scopes: ["write"], watchlistIds: [list.id] };
    const { body } = await api.call("POST", "/v1/tokens", limits);
    const gone = await api.fetch(`/v1/watchlists/${list.id}?cascade=true`, { method: "DELETE" }, body.token);
    expect([gone.status, (await gone.text()).includes(alert)]).toEqual([409, false]);
    expect((await api.call("GET", `/v1/targets/${targetId}`)).status).toBe(200);
    await api.call("DELETE", `/v1/subscriptions/${alert}`);
    expect((await api.fetch(`/v1/watchlists/${list.id}?cascade=true`, { method: "DELETE" }, body.token)).status).toBe(
      204,
    );
  });

  test("what the own list uses is named, and deleted with cascade", async () => {
    const targetId = await target("8103");
    const alert = await created("/v1/subscriptions", {
      name: "alpha",
      channelId: ids.alpha["channels"],
      events: ["*"],
      targetId,
    });
    const named = await remove(`/v1/targets/${targetId}`);
    expect([named.status, named.text.includes(alert)]).toEqual([409, true]);
    expect((await remove(`/v1/targets/${targetId}?cascade=true`)).status).toBe(204);
    expect((await api.call("GET", `/v1/subscriptions/${alert}`)).status).toBe(404);
  });

  test("a new name of a list says nothing of the names of others", async () => {
    const path = `/v1/watchlists/${watchlistId()}`;
    const answers = await Promise.all(
      ["bravo", "nobody has this"].map(async (name) => {
        const answer = await ask("PATCH", path, { name });
        return [answer.status, await answer.text()];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]![0]).toBe(403);
    expect((await ask("PATCH", path, { description: "of alpha", name: "alpha" })).status).toBe(200);
  });
});

describe("an ID of another list is as one that is not there", () => {
  const [own, later] = [() => ids.alpha, new Date(Date.now() + 3_600_000).toISOString()];
  const daily = { schedule: "0 8 * * *", timezone: "UTC", period: "P1D" };
  const bodies: [path: string, body: () => Record<string, unknown>, fields: string[]][] = [
    ["targets", () => ({ kind: "live", params: { userId: "8201" }, name: "alpha" }), ["watchlistId"]],
    [
      "subscriptions",
      () => ({ name: "alpha", events: ["*"], channelId: own()["channels"], watchlistId: own()["watchlists"] }),
      ["watchlistId", "targetId", "channelId"],
    ],
    [
      "silences",
      () => ({ until: later, reason: "alpha", watchlistId: own()["watchlists"] }),
      ["watchlistId", "targetId"],
    ],
    [
      "digests",
      () => ({ name: "alpha", channelId: own()["channels"], watchlistId: own()["watchlists"], ...daily }),
      ["watchlistId", "channelId"],
    ],
    [
      "boards",
      () => ({ name: "alpha", channelId: own()["channels"], watchlistId: own()["watchlists"] }),
      ["watchlistId", "channelId"],
    ],
    ["goals", () => ({ hours: 5, timezone: "UTC" }), ["watchlistId", "targetId"]],
    ["feed-keys", () => ({ name: "alpha" }), ["watchlistId"]],
    ["hooks", () => ({ name: "alpha" }), ["watchlistId"]],
  ];
  const cases = bodies.flatMap(([path, body, fields]) => fields.map((field) => [path, field, body] as const));
  const RESOURCES: Record<string, string> = { watchlistId: "watchlists", targetId: "targets", channelId: "channels" };

  test.each(cases)("/v1/%s with %s", async (path, field, body) => {
    const foreign = ids.bravo[RESOURCES[field]!]!;
    const absent = `${foreign.slice(0, -4)}zzzz`;
    for (const [method, to] of [
      ["POST", `/v1/${path}`],
      ["PATCH", `/v1/${path}/${own()[path] ?? "none"}`],
    ] as const) {
      const answers = [];
      for (const id of [foreign, absent]) {
        const sent = method === "POST" ? { ...body(), [field]: id } : { [field]: id };
        const answer = await ask(method, to, sent);
        answers.push([answer.status, (await answer.text()).replaceAll(id, "ID").replaceAll(/req_\w+/g, "")]);
      }
      expect([method, answers[0]]).toEqual([method, answers[1]]);
      expect(answers[0]![0]).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("the pages", () => {
  const signedIn = async (): Promise<Jar> => {
    const jar = new Jar((request) => api.send(request));
    await jar.send("/sign-in", { token: token.write, next: "/" });
    return jar;
  };

  test("show the own list, and nothing of another on any page", async () => {
    const jar = await signedIn();
    const home = await (await jar.open("/")).text();
    expect([home.includes("alpha"), namesBravo(home)]).toEqual([true, false]);
    const rest = await (await jar.open(`/?list=${ids.bravo["watchlists"]}`)).text();
    expect(namesBravo(rest.replaceAll(ids.bravo["watchlists"]!, ""))).toBe(false);
    const of: Record<string, string> = { alerts: "subscriptions", digests: "digests", creators: "targets" };
    const guarded = pages.filter(({ method, scope }) => method === "get" && scope !== "public");
    expect(guarded.length).toBeGreaterThan(20);
    const open = guarded.filter(({ withinLists }) => withinLists === true).map(({ path }) => path);
    expect(open).toEqual(["/reports/airtime.csv", "/reports/airtime.xlsx", "/reports/print"]);
    for (const path of open) {
      const answer = await jar.open(`${path}?list=${ids.bravo["watchlists"]}`);
      expect([path, answer.status, namesBravo(await answer.text())]).toEqual([path, 200, false]);
    }
    for (const { path } of guarded.filter((one) => !open.includes(one.path))) {
      const address = path.replace("{id}", ids.bravo[of[path.split("/")[1]!] ?? ""] ?? "none");
      const answer = await jar.open(address.replaceAll(/\{\w+\}/g, "none"));
      const text = (await answer.text()).replaceAll(address, "");
      expect([path, answer.status, namesBravo(text)]).toEqual([path, 403, false]);
    }
  });

  test("take no form that concerns another list", async () => {
    const jar = await signedIn();
    const forms = pages.filter(({ method, scope }) => method === "post" && scope !== "public");
    expect(forms.length).toBeGreaterThan(40);
    for (const { path } of forms) {
      const answer = await jar.send(path.replaceAll(/\{\w+\}/g, ids.bravo["targets"]!), {}, OWN);
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });
});

test("a limited token names watchlists that are there, and can be limited later", async () => {
  const body = { name: "x", scopes: ["read"], watchlistIds: ["wl_none"] };
  const refused = await api.call("POST", "/v1/tokens", body);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ pointer: "/watchlistIds", message: "names no watchlist" }],
  ]);
  expect((await api.call("POST", "/v1/tokens", { ...body, watchlistIds: [] })).status).toBe(422);
  const { body: all } = await api.call("POST", "/v1/tokens", { name: "later", scopes: ["read"] });
  expect(all.watchlistIds).toBeNull();
  expect((await api.fetch("/v1/channels", {}, all.token)).status).toBe(200);
  await api.call("PATCH", `/v1/tokens/${all.id}`, { watchlistIds: [ids.alpha["watchlists"]] });
  expect((await api.fetch("/v1/channels", {}, all.token)).status).toBe(403);
  await api.call("PATCH", `/v1/tokens/${all.id}`, { watchlistIds: null });
  expect((await api.fetch("/v1/channels", {}, all.token)).status).toBe(200);
});
