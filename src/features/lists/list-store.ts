import type { Language } from "../../core/language.ts";
import { DEFAULT_WATCHLIST } from "../../resources/fields.ts";
import { RESTING } from "../../engine/upstream/asked-service.ts";
import { BROADCASTING } from "../history/broadcasts.ts";
import { allInOne, recordsIn } from "../../db/record.ts";
import type { Row } from "../../db/row.ts";
import { listsIn, listsWith } from "../creators/list-order.ts";
import { WATCHED_COLUMNS, watchedOf } from "../now/now-store.ts";
import { onAirOf } from "../now/live-store.ts";
import { watchlist } from "./resource/watchlist.ts";
import { MAX_ON_AIR, type ListReading, type ListsDeps, type ListsPage, type ListSummary } from "./lists.ts";

/** Lists whose names are searched, the oldest. */
const MAX_SEARCHED = 150;

/** Creators that are counted as live, and as unknown. */
const MAX_LIVE = 56;

/** Lists that are counted. */
const MAX_LISTS = 100;

/** Lists that a page offers to switch to. */
const MAX_SWITCHED = 40;

const recordsOf = recordsIn(watchlist);

/** The lists of a page as `l`: by name from `?1` on, or those whose names contain `?3`. */
const BY_NAME = `SELECT * FROM watchlists WHERE name > ?1 ORDER BY name LIMIT ?2`;
const BY_SEARCH = `SELECT * FROM (SELECT * FROM watchlists ORDER BY rowid LIMIT ${MAX_SEARCHED})
  WHERE instr(lower(name), lower(?3)) > 0 AND name > ?1 ORDER BY name LIMIT ?2`;

/** An aggregate of a few rows as one value. */
const all = (values: string, from: string): string => `(SELECT json_group_array(json_array(${values})) FROM ${from})`;

/** How a target counts: live, live before it became unknown, unknown, or none of them. */
const LIVENESS = `CASE WHEN t.kind <> 'live' OR t.enabled = 0 THEN 'none' WHEN t.on_air = 1 THEN iif(t.unknown_since IS NULL, 'live', 'lost')
  ELSE iif(t.unknown_since IS NULL, 'none', 'unknown') END`;

const overview = (lists: string): string => `WITH l AS MATERIALIZED (${lists})
  SELECT ${all("id, name, description, timezone, language, revision", "l")} AS lists,
    (SELECT n FROM counts WHERE name = 'targets|live') AS creators,
    (SELECT count(*) FROM (SELECT 1 FROM watchlists LIMIT ${MAX_LISTS + 1})) AS of_all,
    ${all("watchlist_id, unknown", `(SELECT watchlist_id, unknown_since IS NOT NULL AS unknown FROM targets INDEXED BY targets_on_air WHERE on_air = 1 AND enabled = 1 AND kind = 'live' LIMIT ${MAX_LIVE + 1})`)} AS live,
    ${all("watchlist_id", `(SELECT watchlist_id FROM targets INDEXED BY targets_unknown WHERE unknown_since IS NOT NULL AND enabled = 1 AND on_air = 0 AND kind = 'live' LIMIT ${MAX_LIVE + 1})`)} AS unknown,
    ${all("c.watchlist_id, c.kind, c.n", "l CROSS JOIN list_counts c ON c.watchlist_id = l.id")} AS sizes,
    ${all(`t.watchlist_id, t.kind, ${LIVENESS}, t.id`, `(${RESTING}) d CROSS JOIN targets t ON t.id = d.value`)} AS resting,
    ${all("id", "(SELECT id FROM l WHERE EXISTS (SELECT 1 FROM goals g WHERE g.watchlist_id = l.id))")} AS goals,
    ${all("watchlist_id", `(SELECT watchlist_id FROM "feed-keys" WHERE watchlist_id IS NOT NULL)`)} AS links,
    ${all("j.value, t.last_used_at", "tokens t CROSS JOIN json_each(t.watchlist_ids) j WHERE t.watchlist_ids IS NOT NULL")} AS people`;

type Values = (string | number | null)[];

const numberOf = (value: Values[number] | undefined): number | null => (value == null ? null : Number(value));

const valuesOf = (row: Row, name: string): Values[] => JSON.parse(String(row[name])) as Values[];

/** Parses an aggregate, by list. */
const byList = (row: Row, name: string): Map<string, Values[]> => {
  const found = new Map<string, Values[]>();
  for (const [list, ...values] of valuesOf(row, name)) {
    const rows = found.get(String(list)) ?? [];
    rows.push(values);
    found.set(String(list), rows);
  }
  return found;
};

/** How many creators and others a list has, without those that rest. */
function sizeOf(counted: Values[], resting: Values[]): Pick<ListSummary, "creators" | "others" | "resting"> {
  const asleep = (is: (kind: Values[number] | undefined) => boolean) => resting.filter(([kind]) => is(kind)).length;
  const sum = (is: (kind: Values[number] | undefined) => boolean) =>
    counted.reduce((all, [kind, n]) => all + (is(kind) ? Number(n) : 0), -asleep(is));
  return {
    creators: sum((kind) => kind === BROADCASTING),
    others: sum((kind) => kind !== BROADCASTING),
    resting: resting.length,
  };
}

async function readPage(db: D1Database, search: string, after: string | null, max: number): Promise<ListsPage> {
  const query = db.prepare(overview(search === "" ? BY_NAME : BY_SEARCH));
  const bound = search === "" ? query.bind(after ?? "", max + 1) : query.bind(after ?? "", max + 1, search);
  const row = (await bound.first<Row>())!;
  const records = valuesOf(row, "lists").map(([id, name, description, timezone, language, revision]) => ({
    id: String(id),
    name: String(name),
    description: String(description),
    timezone: timezone as string | null,
    language: language as Language | null,
    revision: Number(revision),
  }));
  const [live, unknown, sizes] = [byList(row, "live"), byList(row, "unknown"), byList(row, "sizes")];
  const [goals, links, people] = [byList(row, "goals"), byList(row, "links"), byList(row, "people")];
  const resting = byList(row, "resting");
  const asleep = [...resting.values()].flat().filter(([kind]) => kind === BROADCASTING).length;
  const sumOf = (counted: Map<string, Values[]>) => [...counted.values()].reduce((sum, rows) => sum + rows.length, 0);
  const lists = records.slice(0, max).map((record): ListSummary => {
    const { id } = record;
    const airing = live.get(id) ?? [];
    const asleepAs = (how: string) => (resting.get(id) ?? []).filter(([, liveness]) => liveness === how).length;
    const lost = airing.filter(([isUnknown]) => isUnknown === 1).length;
    const seen = (people.get(id) ?? []).map(([at]) => Number(at ?? 0));
    const last = Math.max(0, ...seen);
    return {
      ...record,
      live: airing.length - lost - asleepAs("live"),
      unknown: lost + (unknown.get(id)?.length ?? 0) - asleepAs("lost") - asleepAs("unknown"),
      ...sizeOf(sizes.get(id) ?? [], resting.get(id) ?? []),
      hasGoal: goals.has(id),
      links: links.get(id)?.length ?? 0,
      people: seen.length,
      seenAt: last === 0 ? null : last,
    };
  });
  return {
    lists,
    next: records.length > max ? lists.at(-1)!.name : null,
    all: Math.min(Number(row["of_all"]), MAX_LISTS),
    hasMore: Number(row["of_all"]) > MAX_LISTS,
    creators: Number(row["creators"] ?? 0) - asleep,
    resting: new Set([...resting.values()].flat().map(([, , id]) => String(id))),
    isCounted: sumOf(live) <= MAX_LIVE && sumOf(unknown) <= MAX_LIVE,
  };
}

const HEAD = `SELECT ${allInOne(watchlist, "t.id = ?1", 1)} AS list, ${listsWith("?1", MAX_SWITCHED)} AS lists,
  (SELECT count(*) FROM (SELECT 1 FROM targets INDEXED BY targets_unknown WHERE unknown_since IS NOT NULL
     AND enabled = 1 AND on_air = 0 AND kind = 'live' AND watchlist_id = ?1 LIMIT ${MAX_LIVE})) AS unknown,
  (SELECT n FROM list_counts WHERE watchlist_id = ?1 AND kind = 'live') AS creators,
  ${all(`t.id, ${LIVENESS}`, `(${RESTING}) d CROSS JOIN targets t ON t.id = d.value AND t.watchlist_id = ?1 AND t.kind = 'live'`)} AS resting,
  EXISTS (SELECT 1 FROM list_counts WHERE watchlist_id = ?1 AND kind <> 'live' AND n > 0) AS others,
  (SELECT json_array(id, hours, valid_days, valid_day_minutes) FROM goals WHERE watchlist_id = ?1 ORDER BY created_at DESC, id DESC LIMIT 1) AS goal,
  ${all("id, name, report, opened_at", `(SELECT * FROM "feed-keys" WHERE watchlist_id = ?1 ORDER BY created_at DESC, id)`)} AS links,
  ${all(
    "id, name, scopes, json_array_length(watchlist_ids), last_used_at",
    `(SELECT t.* FROM tokens t WHERE t.watchlist_ids IS NOT NULL
     AND ?1 IN (SELECT value FROM json_each(t.watchlist_ids)) ORDER BY lower(t.name), t.id)`,
  )} AS viewers,
  ${all(
    "id, name, enabled, channel, broken",
    `(SELECT s.id, s.name, s.enabled, coalesce(c.name, '') AS channel,
       c.id IS NULL OR c.enabled = 0 OR c.failure IS NOT NULL AS broken
     FROM (SELECT * FROM subscriptions WHERE target_id IS NULL AND watchlist_id = ?1 LIMIT 50) s LEFT JOIN channels c ON c.id = s.channel_id
     ORDER BY broken DESC, s.created_at, s.id)`,
  )} AS alerts,
  (SELECT count(*) FROM (SELECT 1 FROM subscriptions WHERE target_id IS NULL AND watchlist_id IS NULL AND enabled = 1 LIMIT 20)) AS for_all,
  ${all("id, name, enabled", "(SELECT * FROM digests WHERE watchlist_id = ?1 ORDER BY created_at, id)")} AS digests,
  ${all("id, name", "(SELECT * FROM boards WHERE watchlist_id = ?1 ORDER BY created_at, id)")} AS boards`;

/** The highest scope among stored ones, which name their limit. */
const highest = (scopes: string): string =>
  ["admin", "write", "read"].find((scope) => scopes.includes(scope)) ?? "read";

async function readOne(db: D1Database, id: string): Promise<ListReading | null> {
  const [head, airing] = await db.batch<Row>([
    db.prepare(HEAD).bind(id),
    db.prepare(onAirOf(WATCHED_COLUMNS, String(MAX_ON_AIR + 1), "?1")).bind(id),
  ]);
  const row = head!.results[0]!;
  const [list] = recordsOf(String(row["list"]));
  if (list === undefined) return null;
  const resting = new Map(valuesOf(row, "resting").map(([target, liveness]) => [String(target), liveness]));
  const goal = row["goal"] === null ? null : (JSON.parse(String(row["goal"])) as Values);
  return {
    list,
    lists: listsIn(String(row["lists"])),
    onAir: airing!.results.map(watchedOf).filter((one) => !resting.has(one.id)),
    unknown: Number(row["unknown"]) - [...resting.values()].filter((liveness) => liveness === "unknown").length,
    creators: Number(row["creators"] ?? 0) - resting.size,
    resting: new Set(resting.keys()),
    hasOthers: row["others"] === 1,
    goal:
      goal === null
        ? null
        : {
            id: String(goal[0]),
            hours: numberOf(goal[1]),
            validDays: numberOf(goal[2]),
            validDayMinutes: Number(goal[3]),
          },
    links: valuesOf(row, "links").map(([key, name, report, at]) => ({
      id: String(key),
      name: String(name),
      report: report === 1,
      openedAt: numberOf(at),
    })),
    viewers: valuesOf(row, "viewers").map(([token, name, scopes, lists, seen]) => ({
      id: String(token),
      name: String(name),
      scope: highest(String(scopes)),
      more: Number(lists) - 1,
      seenAt: numberOf(seen),
    })),
    alerts: valuesOf(row, "alerts").map(([alert, name, enabled, channel, broken]) => ({
      id: String(alert),
      name: String(name),
      enabled: enabled === 1,
      channel: String(channel),
      isBroken: broken === 1,
    })),
    alertsForAll: Number(row["for_all"]),
    digests: valuesOf(row, "digests").map(([digest, name, enabled]) => ({
      id: String(digest),
      name: String(name),
      enabled: enabled === 1,
    })),
    boards: valuesOf(row, "boards").map(([board, name]) => ({ id: String(board), name: String(name) })),
  };
}

/** What the pages of lists read: a bounded number of rows in one or two statements, however much is watched. */
export const listStore = (db: D1Database): ListsDeps => ({
  page: (search, after, max) => readPage(db, search, after, max),
  one: (id) => readOne(db, id),

  async named(search, max) {
    const { results } = await db
      .prepare(
        `SELECT id, name FROM (SELECT id, name FROM watchlists ORDER BY rowid LIMIT ${MAX_SEARCHED})
         WHERE instr(lower(name), lower(?1)) > 0 ORDER BY lower(name), id LIMIT ?2`,
      )
      .bind(search, max)
      .all<Row>();
    return results.map(({ id, name }) => ({ id: String(id), name: String(name) }));
  },

  async movedAt(at, max) {
    const { results } = await db
      .prepare(`SELECT id FROM targets WHERE watchlist_id = '${DEFAULT_WATCHLIST}' AND updated_at = ?1 LIMIT ?2`)
      .bind(at, max)
      .all<Row>();
    return results.map(({ id }) => String(id));
  },

  async alsoInDefault(id, max) {
    const { results } = await db
      .prepare(
        `SELECT t.id, t.kind, t.name FROM targets t CROSS JOIN targets d
           ON d.watchlist_id = '${DEFAULT_WATCHLIST}' AND d.kind = t.kind AND d.identity = t.identity
         WHERE t.watchlist_id = ?1 ORDER BY lower(t.name), t.id LIMIT ?2`,
      )
      .bind(id, max)
      .all<Row>();
    return results.map((row) => ({ id: String(row["id"]), kind: String(row["kind"]), name: String(row["name"]) }));
  },
});
