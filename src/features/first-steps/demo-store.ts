import { DAY_MS } from "../../core/duration.ts";
import type { Demo } from "../../core/demo.ts";
import type { StoredPrediction } from "../../engine/prediction/schedule-prediction.ts";
import type { DemoDeps, DemoParts } from "./demo.ts";
import { PREDICTION_PAGE, pollSlotsAlong } from "../creators/resource/poll-slot.ts";
import { targets } from "../creators/resource/table.ts";
import { reader, type Row } from "../../db/row.ts";
import {
  copying,
  countOf,
  deleting,
  DEMO_TARGETS,
  demoRows,
  stepsAside,
  notingLast,
  puttingBack,
  WAITING_TARGETS,
} from "./demo-rows.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { SCHEMA } from "../../db/latest-migration.ts";
import { storePredictions } from "../../engine/poll/prediction-store.ts";
import { ticker } from "../../engine/schema/schema.ts";
import { restDemo } from "../../engine/upstream/service-store.ts";

const readTicker = reader(ticker);
const readTarget = reader(targets);

/** How long a demo that was left can be restored. */
const RETURNS_MS = DAY_MS;

/** Names that the page lists of what goes and what stays. */
const MAX_NAMES = 3;
const MAX_COUNTED = 10_000;

const namesOf = (from: string): string =>
  `(SELECT json_group_array(name) FROM (SELECT name FROM ${from} LIMIT ${MAX_NAMES}))`;

const ofDemo = "id IN (SELECT value FROM json_each(?1, '$.targets'))";

const PARTS = `SELECT
  ${namesOf(`targets WHERE ${ofDemo} AND kind = 'live'`)} AS names,
  ${namesOf(`targets WHERE ${ofDemo} AND kind <> 'live'`)} AS other_names,
  ${countOf("targets", "kind = 'live'")} AS creators,
  ${countOf("targets", "kind <> 'live'")} AS others,
  ${countOf("subscriptions")} AS alerts,
  ${countOf("channels")} AS channels,
  ${countOf("digests")} AS digests,
  ${countOf("events", "type = 'live.started'")} AS streams,
  ${countOf("deliveries", "status = 'sent'")} AS messages,
  (SELECT min(detected_at) FROM events WHERE target_id IN (${DEMO_TARGETS})) AS since,
  ${namesOf("channels WHERE id NOT IN (SELECT value FROM json_each(?1, '$.channels'))")} AS own_channels,
  (SELECT count(*) FROM (SELECT 1 FROM targets WHERE kind = 'live' AND NOT (${ofDemo}) LIMIT ${MAX_COUNTED})) AS own_creators`;

/** The demo in D1. The ticker's row lists what belongs to it. */
export const demoStore = (db: D1Database, wallNow: () => number): DemoDeps => ({
  async state() {
    const row = await db
      .prepare(
        `SELECT k.demo, (SELECT left_at FROM left_demo WHERE name = 'ticker' AND content ->> 'schema' = ?1) AS left_at
         FROM ticker k WHERE k.id = 1`,
      )
      .bind(SCHEMA)
      .first<Row>();
    const { demo } = readTicker(row!, "demo");
    const leftAt = row!["left_at"] === null ? null : Number(row!["left_at"]);
    const returns = leftAt !== null && wallNow() - leftAt < RETURNS_MS;
    return { there: demo !== null, looked: demo?.looked === true, leftAt: returns ? leftAt : null };
  },

  async parts() {
    const demo = await readDemo(db);
    return demo === null ? null : partsOf((await db.prepare(PARTS).bind(demo).first<Row>())!);
  },

  async look() {
    await db
      .prepare("UPDATE ticker SET demo = json_set(demo, '$.looked', json('true')) WHERE id = 1 AND demo IS NOT NULL")
      .run();
  },

  async leave() {
    const demo = await readDemo(db);
    if (demo === null) return false;
    const now = wallNow();
    const noted = JSON.stringify({ schema: SCHEMA, demo: JSON.parse(demo) as Demo });
    await db.batch([
      // Fails if somebody else left the demo meanwhile, so nothing of it is lost.
      db.prepare("SELECT json(iif(demo IS ?1, 'true', 'no')) FROM ticker WHERE id = 1").bind(demo),
      db.prepare("DELETE FROM left_demo"),
      db
        .prepare(
          "INSERT INTO left_demo (name, content, left_at) SELECT 'ticker', json_set(?1, '$.pool', pool, '$.rolled', rolled), ?2 FROM ticker WHERE id = 1",
        )
        .bind(noted, now),
      db
        .prepare(
          `INSERT INTO left_demo (name, content, left_at) SELECT 'habits', json_array(t.id, t.sheet_id, h.habits -> ('$."' || t.id || '"')), ?2
           FROM targets t JOIN habits h ON h.page = ${PREDICTION_PAGE} WHERE t.id IN (${DEMO_TARGETS})
             AND h.habits -> ('$."' || t.id || '"') IS NOT NULL`,
        )
        .bind(demo, now),
      ...demoRows.flatMap((rows) => [
        db.prepare(copying(rows)).bind(demo, now),
        ...(rows.name === "targets"
          ? pollSlotsAlong.removed!(DEMO_TARGETS, [demo], now).map((one) =>
              db.prepare(one.sql).bind(...("params" in one ? one.params : [])),
            )
          : []),
        db.prepare(deleting(rows)).bind(demo),
      ]),
      ...notingLast.map((note) => db.prepare(note).bind(now)),
      db.prepare("UPDATE ticker SET demo = NULL, pool = NULL WHERE id = 1"),
    ]);
    return true;
  },

  async bringBack() {
    const { leftAt } = await this.state();
    if (leftAt === null) return false;
    const { results } = await db
      .prepare("SELECT name, content FROM left_demo WHERE name IN ('ticker', 'habits')")
      .all<{ name: string; content: string }>();
    const noted = results.find(({ name }) => name === "ticker")!.content;
    const { demo, pool, rolled } = JSON.parse(noted) as { demo: Demo; pool: string | null; rolled: string | null };
    const habits = Object.fromEntries(
      results
        .filter(({ name }) => name === "habits")
        .map(({ content }) => JSON.parse(content) as [id: string, sheetId: number, habit: StoredPrediction])
        .map(([id, sheetId, habit]) => [id, { sheetId, habit }]),
    );
    await db.batch([
      db.prepare("SELECT json(iif(EXISTS (SELECT 1 FROM left_demo WHERE left_at = ?1), 'true', 'no'))").bind(leftAt),
      ...stepsAside.map((move) => db.prepare(move)),
      ...demoRows.toReversed().map((rows) => db.prepare(puttingBack(rows))),
      ...(await seating(db)),
      ...storePredictions(db, habits),
      // What was not rolled up into its months when it was left still has to be.
      db
        .prepare("UPDATE ticker SET demo = ?1, pool = ?2, rolled = ?3 WHERE id = 1")
        .bind(JSON.stringify(demo), pool, rolled),
      restDemo(db),
      db.prepare("DELETE FROM left_demo"),
    ]);
    return true;
  },
});

/** What the demo created, as stored; null if there is no demo. */
const readDemo = (db: D1Database): Promise<string | null> =>
  db.prepare("SELECT demo FROM ticker WHERE id = 1").first<string>("demo");

const SEATED = ["id", "kind", "identity", "intervalSeconds", "priority", "enabled", "params"] as const;

/** Schedules the restored targets. */
async function seating(db: D1Database): Promise<D1PreparedStatement[]> {
  const { results } = await db.prepare(WAITING_TARGETS).all<Row>();
  const records = results.map((row) => readTarget(row, ...SEATED)) as Parameters<
    NonNullable<typeof pollSlotsAlong.made>
  >[0];
  return [...pollSlotsAlong.before!(records.length), ...pollSlotsAlong.made!(records)].flatMap((one) =>
    "params" in one
      ? [db.prepare(one.sql).bind(...one.params)]
      : jsonChunks(one.rows).map(({ text }) => db.prepare(one.sql).bind(text)),
  );
}

function partsOf(row: Row): DemoParts {
  const names = (column: string) => JSON.parse(String(row[column])) as string[];
  const count = (column: string) => Number(row[column]);
  return {
    names: names("names"),
    otherNames: names("other_names"),
    creators: count("creators"),
    others: count("others"),
    alerts: count("alerts"),
    channels: count("channels"),
    digests: count("digests"),
    streams: count("streams"),
    messages: count("messages"),
    since: row["since"] === null ? null : count("since"),
    ownChannels: names("own_channels"),
    ownCreators: count("own_creators"),
  };
}
