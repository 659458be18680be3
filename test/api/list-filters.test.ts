import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runConfigApi, type ConfigApi } from "../support/config-api.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

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
        expect(await refusal(requested)).toEqual([requested, 400, "Query parameter watchlistId: names no watchlist."]);
      }
    for (const path of ["/v1/events?", "/v1/sessions?", "/v1/targets?"])
      expect((await api.fetch(`${path}watchlistId=wl_default`)).status).toBe(200);
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
