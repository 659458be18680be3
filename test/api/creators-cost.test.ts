import { afterAll, beforeAll, expect, test } from "vitest";
import { cursorOf } from "../../src/edges/http/query.ts";
import { metered } from "../../src/edges/store/meter.ts";
import { namesIn, state } from "./creators.ts";
import { runApi, type RunningApi } from "./running-api.ts";
import { visit } from "./visitor.ts";

let api: RunningApi;
const counted = new Map<string, number>();

beforeAll(async () => {
  api = await runApi();
  api.env.DB = metered(api.db, { statements: 0 }, Infinity, (key, by) =>
    counted.set(key, (counted.get(key) ?? 0) + by),
  );
});
afterAll(() => api.stop());

test("a page of 10,000 creators takes six statements and reads at most 1,000 rows, however it is asked for", async () => {
  const insert = `INSERT INTO targets (id, created_at, updated_at, watchlist_id, kind, name, params, identity, alias, interval_seconds,
      priority, enabled, announce_initial, settings, sheet_id, on_air, consecutive_faults, fault, state)
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    SELECT printf('tgt_%05d', i), i, i, iif(i % 10, 'wl_default', 'wl_music'), 'live', printf('Creator %05d', (i * 7919) % 10000),
      json_object('userId', cast(i + 1 AS text), 'handle', 'h' || i), json_array(cast(i + 1 AS text), null, null),
      json_array(null, null, 'h' || i), 60, 1, i % 50 > 0, 0, '{}', 1, i % 20 = 1, iif(i % 500 = 2, 3, 0),
      iif(i % 500 = 2, '{"kind":"gone","status":404,"detail":"x"}', null), iif(i % 20 = 1, ?1, ?2) FROM n`;
  await api.db.prepare(insert).bind(state(true), state(false)).run();
  await api.call("POST", "/v1/watchlists", { name: "Music" });
  await api.db.prepare("UPDATE watchlists SET id = 'wl_music' WHERE name = 'Music'").run();
  const token = (await api.call("POST", "/v1/tokens", { name: "reader", scopes: ["read"] })).body.token;
  const reader = await visit(api, token);
  const costs: [string, number, number][] = [];
  const seen = new Set<string>();
  const load = async (path: string) => {
    counted.clear();
    const { status, text } = await reader.open(path);
    expect(status, path).toBe(200);
    costs.push([path, counted.get("d1|statements")!, counted.get("d1|rowsRead")!]);
    return text;
  };
  for (let path: string | undefined = "/creators?list=wl_music", pages = 0; path !== undefined && pages < 50; pages++) {
    const text = await load(path);
    for (const name of namesIn(text)) seen.add(name);
    path = /href="([^"]*cursor=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(seen.size).toBe(1000);
  const deep = (group: number) => `cursor=${cursorOf([group, "creator 09000", "tgt_"])}`;
  for (const path of [
    `?${deep(2)}`,
    `?sort=name&${deep(0)}`,
    "",
    "?sort=name",
    "?show=on-air",
    "?show=trouble",
    "?show=paused",
    "?q=creator",
    "?q=tor+099",
    "?q=h12",
    "?q=9999",
    "?q=creator+0&list=wl_music&show=paused",
  ])
    expect(namesIn(await load(`/creators${path}`)).length, path).toBeGreaterThan(0);
  const shown = [...(await load("/creators")).matchAll(/name="id" value="(\w+)"/g)].map(([, id]) => id);
  // One with a year behind it, whatever else happened meanwhile.
  await api.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
       INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_to, data, commit_id)
       SELECT (?1 + i) * 512, 'evt_' || i, 'live.ended', iif(i % 2, 'tgt_00001', ?2 ->> ('$[' || (i % 25) || ']')), 'wl_default',
         '{"name":"x","kind":"live","params":{}}', ?1 + i, ?1 + i, ?1 + i, '{"startedAt":"2026-01-05T19:02:00.000Z","durationSeconds":60}',
         'c' FROM n`,
    )
    .bind(Date.now() - 3_600_000, JSON.stringify(shown))
    .run();
  const settings = { url: "https://hooks.example.com/x" };
  for (let i = 0; i < 10; i++) {
    const made = await api.call("POST", "/v1/channels", { kind: "webhook", name: `${i}`, settings });
    await api.call("POST", "/v1/subscriptions", { name: `${i}`, events: ["*"], channelId: made.body.id });
  }
  await load("/creators");
  expect(await load("/creators/tgt_00001")).toContain("Why did nothing come?");
  await api.db.batch([
    api.db.prepare(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
      INSERT INTO targets (id, created_at, updated_at, watchlist_id, kind, name, params, identity, interval_seconds,
        priority, enabled, announce_initial, settings, sheet_id)
      SELECT printf('tag_%05d', i), i, i, 'wl_default', 'hashtag', 'Tag ' || i, '{"keyword":"x","region":"US","count":20}',
        i, 60, 1, 1, 0, '{}', 1 FROM n`),
    api.db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
         INSERT INTO series (target_id, begins_at, points)
         SELECT t.id, ?1 - i * 86400000, json_array(json_array(?1 - i * 86400000, json_object('views:a', 100 + i)))
         FROM n, targets t WHERE t.kind = 'hashtag'`,
      )
      .bind(Date.now()),
  ]);
  for (const path of ["/hashtags", "/hashtags/tag_00001", "/trends?what=hashtag.views&days=30"]) await load(path);
  const [statements, rows] = [Math.max(...costs.map((one) => one[1])), Math.max(...costs.map((one) => one[2]))];
  console.log(`a page of creators: at most ${statements} statements and ${rows} rows read`);
  expect(statements).toBeLessThanOrEqual(6);
  expect(rows).toBeLessThanOrEqual(1000);
}, 30_000);
