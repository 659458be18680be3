import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runConfigApi, type ConfigApi } from "../support/config-api.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { routes } from "../../src/wiring/api/routes.ts";

describe("list filters", () => {
  let api: RunningApi;
  let target: string;
  beforeAll(async () => {
    api = await runSqliteApi();
    const created = await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
    target = created.body.id;
  });
  afterAll(() => api.stop());

  /** The lists that take a period; each as JSON and as a table. */
  const bounded = () =>
    ["/v1/events", "/v1/sessions", `/v1/targets/${target}/events`, `/v1/targets/${target}/samples`].flatMap((path) => [
      `${path}?`,
      `${path}?format=csv&`,
    ]);

  const refusal = async (path: string) => {
    const { status, body } = await api.call("GET", path);
    return [path, status, body?.detail];
  };

  test("a day that its month does not have is refused, whatever is around it", async () => {
    for (const list of bounded())
      for (const name of ["since", "until"])
        for (const at of [
          "2026-02-30",
          "2026-02-29T12:00:00Z",
          "2026-04-31T00:00:00%2B01:00",
          "2026-13-01",
          "2026-01-01T25:00:00Z",
          "2026-01-01T12:00:00%2B99:00",
        ])
          expect(await refusal(`${list}${name}=${at}`)).toEqual([
            `${list}${name}=${at}`,
            400,
            expect.stringContaining(`Query parameter ${name}: must be an ISO 8601 instant`),
          ]);
    for (const at of [
      "2028-02-29",
      "2026-01-01T12:00Z",
      "2026-01-01T12:00:00.123456789-0330",
      "2026-01-01T12:00:00 0100",
    ])
      expect((await api.call("GET", `/v1/events?since=${at}`)).status).toBe(200);
  });

  test("a period that ends before it begins is refused, and one of an instant is not", async () => {
    for (const list of bounded()) {
      const path = `${list}since=2026-03-02&until=2026-03-01`;
      expect(await refusal(path)).toEqual([path, 400, "Query parameter since: must not be after until."]);
      expect((await api.fetch(`${list}since=2026-03-01&until=2026-03-01`)).status).toBe(200);
    }
  });

  test("a watchlist that is not there is refused where a list is narrowed to it", async () => {
    for (const path of [
      "/v1/events?",
      "/v1/events?format=csv&",
      "/v1/sessions?",
      "/v1/sessions?format=csv&",
      "/v1/targets?",
    ])
      for (const id of ["wl_nobody", "default", ""]) {
        const requested = `${path}watchlistId=${id}`;
        const meant = id === "default" ? "did you mean wl_default?" : "GET /v1/watchlists lists them.";
        expect(await refusal(requested)).toEqual([
          requested,
          400,
          `Query parameter watchlistId: names no watchlist; ${meant}`,
        ]);
      }
    for (const path of ["/v1/events?", "/v1/sessions?", "/v1/targets?"])
      expect((await api.fetch(`${path}watchlistId=wl_default`)).status).toBe(200);
  });
});

describe("filters that can match nothing", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
  });
  afterAll(() => api.stop());

  const refusal = async (path: string, token?: string) => {
    const { status, body } = await api.call("GET", path, undefined, {}, token);
    return [status, body?.detail];
  };

  const made = async (path: string, body: object): Promise<string> => (await api.call("POST", path, body)).body.id;

  const addEvent = (id: string, targetId: string, watchlistId: string) =>
    api.db
      .prepare(
        `INSERT INTO events (id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
         VALUES (?1, 'target.known', ?2, ?3, '{"name":"Maria","kind":"live","params":{"userId":"7012"}}', 0, 0, 0,
           '{"since":"2026-01-01T00:00:00.000Z"}', 'c')`,
      )
      .bind(id, targetId, watchlistId)
      .run();

  /** The parameters of reading operations that are ids, by path. */
  const idParameters = routes
    .filter(({ method, scope }) => method === "get" && scope !== "public")
    .flatMap(({ path, query }) =>
      Object.keys(query?.().shape ?? {})
        .filter((name) => name.endsWith("Id"))
        .map((name) => [path, name] as const),
    );

  test("there are such parameters", () => {
    expect(idParameters.length).toBeGreaterThanOrEqual(8);
  });

  test.each(idParameters)("%s refuses an unknown %s, and says where to find one", async (path, name) => {
    const id = await made("/v1/targets", { kind: "live", name: path + name, params: { userId: path.length + name } });
    const at = path.replace("{id}", id);
    const noun = name.slice(0, -2);
    for (const unknown of ["none", ""])
      expect(await refusal(`${at}?${name}=${unknown}`)).toEqual([
        400,
        expect.stringMatching(new RegExp(`^Query parameter ${name}: names no ${noun}; GET /v1/\\w+ lists them\\.$`)),
      ]);
  });

  test("an unknown type of event is refused with the one that may have been meant", async () => {
    const id = await made("/v1/targets", { kind: "live", name: "typed", params: { userId: "7013" } });
    for (const list of ["/v1/events", `/v1/targets/${id}/events`]) {
      for (const [type, meant] of [
        ["live.start", "live.started"],
        ["livee.*", "live.*"],
        ["Live.Started", "live.started"],
        ["rankings.*", "ranking.*"],
      ])
        expect(await refusal(`${list}?type=${type}`)).toEqual([
          400,
          expect.stringContaining(
            `Query parameter type: must be a known event type, a prefix such as live.*, or *; did you mean ${meant}?`,
          ),
        ]);
      expect((await refusal(`${list}?type=nothing.like_it`))[0]).toBe(400);
      for (const type of ["live.started", "live.*", "*"]) expect((await refusal(`${list}?type=${type}`))[0]).toBe(200);
    }
  });

  test("an unknown status is refused with the one that may have been meant", async () => {
    expect(await refusal("/v1/deliveries?status=send")).toEqual([400, expect.stringContaining("; did you mean sent?")]);
  });

  test("an unknown time series is refused with the one that may have been meant", async () => {
    const judged = async (id: string, series: string) => await refusal(`/v1/targets/${id}/samples?series=${series}`);
    const creator = await made("/v1/targets", { kind: "live", name: "seen", params: { userId: "7017" } });
    expect(await judged(creator, "viewer")).toEqual([
      400,
      "Query parameter series: names no series of this target; this target has airtimeSeconds, viewers; did you mean viewers?",
    ]);
    for (const known of ["viewers", "airtimeSeconds", "view*", "*"])
      expect((await judged(creator, known))[0]).toBe(200);
    const cats = await made("/v1/targets", { kind: "hashtag", name: "c", params: { keyword: "cats", region: "US" } });
    expect((await judged(cats, "view:*"))[1]).toContain("did you mean views:*?");
    await api.db
      .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, 0, ?2)")
      .bind(cats, JSON.stringify([[0, { "views:42": 5 }]]))
      .run();
    for (const known of ["views:42", "views:*", "uses:*", "views:4*"]) expect((await judged(cats, known))[0]).toBe(200);
    for (const unknown of ["views:43", "uses:42", "views", "viewers"])
      expect((await judged(cats, unknown))[0]).toBe(400);
  });

  test("a name in place of an id is answered with the id", async () => {
    const id = await made("/v1/targets", { kind: "live", name: "Maria", params: { userId: "7014" } });
    const hook = { kind: "webhook", name: "hook", settings: { url: "http://127.0.0.1:9/x" } };
    const channelId = await made("/v1/channels", hook);
    // Of targets there can be too many to search them by name.
    expect((await refusal("/v1/events?targetId=Maria"))[1]).toContain("GET /v1/targets lists them");
    expect((await refusal("/v1/deliveries?channelId=hook"))[1]).toContain(`did you mean ${channelId}?`);
    expect((await refusal(`/v1/events?targetId=${id}`))[0]).toBe(200);
    expect((await refusal(`/v1/deliveries?channelId=${channelId}`))[0]).toBe(200);
  });

  test("what was deleted is known as long as something of it remains", async () => {
    const id = await made("/v1/targets", { kind: "live", name: "gone", params: { userId: "7015" } });
    await addEvent("evt_gone", id, "wl_default");
    await api.call("DELETE", `/v1/targets/${id}`);
    expect((await api.call("GET", `/v1/events?targetId=${id}`)).body.items).toMatchObject([{ id: "evt_gone" }]);
    const items = JSON.stringify([{ event: "evt_forgotten", mentions: [] }]);
    await api.db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, sent_at)
         VALUES ('dlv_1', 'ch_gone', 'sent', ?1, 1, 1, 1)`,
      )
      .bind(items)
      .run();
    for (const filter of ["channelId=ch_gone", "eventId=evt_forgotten", "channelId=ch_gone&status=dead"])
      expect((await refusal(`/v1/deliveries?${filter}`))[0]).toBe(200);
    expect((await refusal("/v1/deliveries?eventId=evt_gone"))[0]).toBe(200);
  });

  test("a limited token learns nothing of what it may not see", async () => {
    const [own, other] = [
      await made("/v1/watchlists", { name: "own" }),
      await made("/v1/watchlists", { name: "other" }),
    ];
    const targetIn = (watchlistId: string, name: string) =>
      made("/v1/targets", { kind: "live", name, params: { userId: "7016" }, watchlistId });
    const [mine, theirs] = [await targetIn(own, "mine"), await targetIn(other, "theirs")];
    await addEvent("evt_mine", mine, own);
    await addEvent("evt_theirs", theirs, other);
    const { token } = (await api.call("POST", "/v1/tokens", { name: "limited", scopes: ["read"], watchlistIds: [own] }))
      .body;
    const judged = async (id: string) => (await refusal(`/v1/events?targetId=${id}`, token)).map((part) => part ?? "");
    const unknown = [400, "Query parameter targetId: names no target; GET /v1/targets lists them."];
    for (const id of ["tgt_none", theirs, "theirs"]) expect(await judged(id)).toEqual(unknown);
    for (const id of [mine, theirs]) await api.call("DELETE", `/v1/targets/${id}`);
    expect(await judged(theirs)).toEqual(unknown);
    const mineAfter = await api.call("GET", `/v1/events?targetId=${mine}`, undefined, {}, token);
    expect(mineAfter.body.items).toMatchObject([{ id: "evt_mine" }]);
    for (const path of ["/v1/events", "/v1/sessions", "/v1/targets", "/v1/status", "/v1/reports/airtime"])
      for (const id of [other, "wl_none", "other"])
        expect([path, id, await refusal(`${path}?watchlistId=${id}`, token)]).toEqual([
          path,
          id,
          [400, "Query parameter watchlistId: names no watchlist; GET /v1/watchlists lists them."],
        ]);
  });
});

describe("list lengths", () => {
  let api: ConfigApi;
  beforeAll(async () => {
    api = await runConfigApi();
  });
  afterAll(() => api.stop());

  const MIB = 1024 * 1024;
  const COUNT = 20;

  /** All pages of a list: their lengths in characters, and the ids of what they list. */
  async function pagesOf(path: string) {
    const [lengths, ids]: [number[], string[]] = [[], []];
    let cursor = "";
    do {
      const text = await (await api.fetch(`${path}?limit=100${cursor}`)).text();
      const { items, nextCursor } = JSON.parse(text) as { items: { id: string }[]; nextCursor: string | null };
      lengths.push(text.length);
      ids.push(...items.map(({ id }) => id));
      cursor = nextCursor === null ? "" : `&cursor=${nextCursor}`;
    } while (cursor !== "");
    return { lengths, ids };
  }

  const named = (prefix: string) => Array.from({ length: COUNT }, (_, n) => `${prefix}_${COUNT - n}`);

  test("deliveries that tell of thousands come in pages of a megabyte, each once", async () => {
    const items = JSON.stringify(
      Array.from({ length: 2000 }, (_, n) => ({ event: `evt_${String(n).padStart(26, "0")}`, mentions: [] })),
    );
    await api.db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, sent_at)
       SELECT 'dlv_' || value, 'ch_1', 'sent', ?1, 1, 1, 1 FROM json_each(?2)`,
      )
      .bind(items, JSON.stringify(Array.from({ length: COUNT }, (_, n) => n + 1)))
      .run();
    const { lengths, ids } = await pagesOf("/v1/deliveries");
    expect(ids).toEqual(named("dlv"));
    expect(lengths.length).toBeGreaterThan(2);
    expect(Math.max(...lengths)).toBeLessThan(1.2 * MIB);
  });

  test("events with much to say come in pages of a megabyte, each once; one alone may be longer", async () => {
    const data = (chars: number) => JSON.stringify({ fields: { text: "x".repeat(chars) } });
    const add = (from: number, to: number, text: string) =>
      api.db
        .prepare(
          `INSERT INTO events (seq, id, type, occurred_at, detected_at, window_to, data, commit_id)
         SELECT value, 'evt_' || value, 'item.changed', 0, 0, 0, ?1, 'c' FROM json_each(?2)`,
        )
        .bind(text, JSON.stringify(Array.from({ length: to - from }, (_, n) => from + n)))
        .run();
    await add(1, COUNT, data(150_000));
    await add(COUNT, COUNT + 1, data(1_500_000));
    const { lengths, ids } = await pagesOf("/v1/events");
    expect(ids).toEqual(named("evt"));
    expect(lengths.slice(1).every((length) => length < 1.2 * MIB)).toBe(true);
    expect(lengths.length).toBeGreaterThan(3);
  });
});
