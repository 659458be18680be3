import type { StoredPrediction } from "../../core/habit/habit.ts";
import type { Past } from "../../core/habit/past.ts";
import type { PriorDeps } from "../../flows/poll/pool.ts";
import type { Regular } from "../../flows/browse/forecast.ts";
import type { KnownHistory } from "../../flows/poll/learn.ts";
import type { Predictions } from "../../flows/poll/timetable.ts";
import type { Commit } from "../../core/commit.ts";
import { predictionPageOf } from "../../resources/targets/seat.ts";
import { LIST_ZONE } from "../../resources/targets/zone.ts";
import { checkIds, idRows } from "./id-rows.ts";
import type { Row } from "./row.ts";

// Habits lie together in pages, since D1 bills rows: a tick that asks for fifty of a thousand reads eight. A page is
// told by its sheet and its id. A habit is an array, which a JSON patch puts in as a whole: a null in it takes nothing out.

/** A function of SQL takes so many values in D1, and a statement 100 kB and 25,000 steps. */
const VALUES_A_CALL = 30;
const IDS_A_STATEMENT = 1200;

interface AskedPage {
  page: number;
  ids: string[];
}

/** The habits of these targets, as far as they are known: a row read a page. */
export async function readPredictions(
  db: D1Database,
  targets: { id: string; sheetId: number }[],
): Promise<Predictions> {
  const known = new Map<string, StoredPrediction>();
  const asked = statementsOf(pagesOf(targets));
  const answers = await db.batch<Row>(asked.map((pages) => db.prepare(statementFor(pages))));
  answers.forEach(({ results }, index) => {
    const ids = new Map(asked[index]!.map((one) => [one.page, one.ids]));
    for (const { page, habits: predictions } of results) {
      const found = (JSON.parse(String(predictions)) as (StoredPrediction | null)[][]).flat();
      ids.get(Number(page))!.forEach((id, place) => {
        const prediction = found[place];
        if (prediction) known.set(id, prediction);
      });
    }
  });
  return known;
}

function pagesOf(targets: { id: string; sheetId: number }[]): AskedPage[] {
  const pages = Map.groupBy(targets, predictionPageOf);
  return [...pages].map(([page, all]) => ({ page, ids: all.map(({ id }) => id) }));
}

/** As few statements as their length allows. */
function statementsOf(pages: AskedPage[]): AskedPage[][] {
  const statements: AskedPage[][] = [];
  let room = 0;
  for (const page of pages) {
    if (page.ids.length > room) {
      statements.push([]);
      room = IDS_A_STATEMENT;
    }
    room -= page.ids.length;
    statements.at(-1)!.push(page);
  }
  return statements;
}

const arrayOf = (values: string[]): string => `json_array(${values.join(", ")})`;

function statementFor(pages: AskedPage[]): string {
  checkIds(pages.flatMap(({ ids }) => ids));
  const cases = pages.map(({ page, ids }) => {
    const calls: string[] = [];
    for (let at = 0; at < ids.length; at += VALUES_A_CALL)
      calls.push(arrayOf(ids.slice(at, at + VALUES_A_CALL).map((id) => `h.habits -> '$."${id}"'`)));
    return `WHEN ${page} THEN ${arrayOf(calls)}`;
  });
  return `WITH w (page) AS (VALUES ${pages.map(({ page }) => `(${page})`).join(", ")})
    SELECT h.page, CASE h.page ${cases.join(" ")} END AS habits FROM w CROSS JOIN habits h ON h.page = w.page`;
}

const textOf = (value: Row[string] | undefined): string | null => (value == null ? null : String(value));

/** What polls have seen of these targets. */
export async function readHistories(db: D1Database, ids: string[]): Promise<Map<string, KnownHistory>> {
  const { results } = await db
    .prepare(
      `WITH w (id) AS (${idRows(ids)}) SELECT t.id, t.past, t.created_at, coalesce(t.timezone, ${LIST_ZONE}) AS timezone FROM w CROSS JOIN targets t ON t.id = w.id`,
    )
    .all<Row>();
  return new Map(
    results.map(({ id, past: history, created_at: since, timezone }) => [
      String(id),
      {
        past: history === null ? null : (JSON.parse(String(history)) as Past),
        since: Number(since),
        timezone: textOf(timezone),
      },
    ]),
  );
}

/** Habits that were learned, each in its page. */
export function storePredictions(db: D1Database, predictions: Commit["habits"]): D1PreparedStatement[] {
  const pages: Record<number, Record<string, StoredPrediction>> = {};
  for (const [id, { sheetId, habit: prediction }] of Object.entries(predictions))
    (pages[predictionPageOf({ id, sheetId })] ??= {})[id] = prediction;
  if (Object.keys(pages).length === 0) return [];
  return [
    db
      .prepare(
        `INSERT INTO habits (page, habits) SELECT CAST(j.key AS INTEGER), j.value FROM json_each(?1) j WHERE true
       ON CONFLICT (page) DO UPDATE SET habits = json_patch(habits, excluded.habits)`,
      )
      .bind(JSON.stringify(pages)),
  ];
}

/** So many pages say what all are like. */
const MAX_SAMPLED = 32;

/** Of all targets together. */
export const priorStore = (db: D1Database): PriorDeps => ({
  sampled: () => sampledPredictions(db),
  async keepPool(prior) {
    await db.prepare("UPDATE ticker SET pool = ?1 WHERE id = 1").bind(JSON.stringify(prior)).run();
  },
});

async function sampledPredictions(db: D1Database): Promise<StoredPrediction[]> {
  const { results } = await db
    .prepare(
      `SELECT habits FROM habits WHERE page >= (SELECT abs(random()) % (1 + max(0, max(page) - min(page) - ${MAX_SAMPLED})) + min(page) FROM habits)
       ORDER BY page LIMIT ${MAX_SAMPLED}`,
    )
    .all<Row>();
  return results.flatMap(({ habits: predictions }) =>
    Object.values(JSON.parse(String(predictions)) as Record<string, StoredPrediction>),
  );
}

/**
 * Targets whose starts are expected: of a watchlist those of the soonest, of all as the index has them, which no sort needs to
 * read whole. Two rows read a target; one that is paused counts, and is left out.
 */
export async function readRegulars(db: D1Database, watchlistId: string | null, max: number): Promise<Regular[]> {
  const { results } = await db
    .prepare(
      `SELECT id, name, past, created_at, enabled, coalesce(timezone, ${LIST_ZONE}) AS timezone FROM targets t INDEXED BY targets_expected
       WHERE expected_at IS NOT NULL ${watchlistId === null ? "" : "AND watchlist_id = ?2 ORDER BY expected_at"} LIMIT ?1`,
    )
    .bind(max, ...(watchlistId === null ? [] : [watchlistId]))
    .all<Row>();
  return results.flatMap(({ id, name, past: history, created_at: since, enabled, timezone }) =>
    enabled === 0 || history === null
      ? []
      : {
          id: String(id),
          name: String(name),
          past: JSON.parse(String(history)) as Past,
          since: Number(since),
          timezone: textOf(timezone),
        },
  );
}
