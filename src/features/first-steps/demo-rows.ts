import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { boards } from "../boards/resource/table.ts";
import { chats } from "../chats/resource/table.ts";
import { channels } from "../channels/resource/table.ts";
import { digests } from "../digests/resource/table.ts";
import { feedKeys } from "../feeds/resource/table.ts";
import { hooks } from "../hooks/resource/table.ts";
import { goals } from "../goals/resource/table.ts";
import { silences } from "../silences/resource/table.ts";
import { subscriptions } from "../alerts/resource/table.ts";
import { targets } from "../creators/resource/table.ts";
import { watchlists } from "../lists/resource/table.ts";
import { columnsOf } from "../../db/columns.ts";
import { deliveries, editions } from "../../engine/schema/delivery-schema.ts";
import { months, series } from "../../engine/schema/past-schema.ts";
import { events } from "../../engine/schema/schema.ts";

// What belongs to the demo, as SQL; ?1 is the JSON of what it created. Everything that is only about the demo, or reaches
// only its channels, goes with it, whoever created it. A watchlist of the demo stays if it has a target of another origin.

const created = (what: string): string => `(SELECT value FROM json_each(?1, '$.${what}'))`;

/** The targets of the demo. */
export const DEMO_TARGETS = "SELECT value FROM json_each(?1, '$.targets')";

const CHANNELS = created("channels");
const TARGETS = `(${DEMO_TARGETS})`;
const LISTS = `(SELECT w.value FROM json_each(?1, '$.watchlists') w WHERE NOT EXISTS (
  SELECT 1 FROM targets o WHERE o.watchlist_id = w.value AND o.id NOT IN ${TARGETS}))`;

const ABOUT = `target_id IN ${TARGETS} OR watchlist_id IN ${LISTS}`;
const DIGESTS = `id IN ${created("digests")} OR channel_id IN ${CHANNELS} OR watchlist_id IN ${LISTS}`;
const EDITIONS = `digest_id IN (SELECT id FROM digests WHERE ${DIGESTS})`;

/** A message whose events all belong to the demo. */
const TELLING = `edition IS NULL AND board IS NULL AND items <> '[]' AND NOT EXISTS (
  SELECT 1 FROM json_each(items) i WHERE NOT EXISTS (
    SELECT 1 FROM events e WHERE e.id = i.value ->> 'event' AND e.target_id IN ${TARGETS}))`;

/** A table, and which of its rows belong to the demo. */
interface DemoRows {
  name: string;
  table: SQLiteTable;
  where: string;
}

/** The tables in order of deletion: a table that a condition reads comes after it. */
export const demoRows: DemoRows[] = [
  {
    name: "deliveries",
    table: deliveries,
    where: `channel_id IN ${CHANNELS} OR edition IN (SELECT id FROM editions WHERE ${EDITIONS}) OR (${TELLING})`,
  },
  { name: "editions", table: editions, where: EDITIONS },
  { name: "boards", table: boards, where: `channel_id IN ${CHANNELS} OR watchlist_id IN ${LISTS}` },
  { name: "digests", table: digests, where: DIGESTS },
  {
    name: "subscriptions",
    table: subscriptions,
    where: `id IN ${created("subscriptions")} OR channel_id IN ${CHANNELS} OR ${ABOUT}`,
  },
  { name: "silences", table: silences, where: ABOUT },
  { name: "goals", table: goals, where: ABOUT },
  { name: "chats", table: chats, where: `id IN ${created("chats")} OR watchlist_id IN ${LISTS}` },
  { name: "hooks", table: hooks, where: `watchlist_id IN ${LISTS}` },
  { name: "feed-keys", table: feedKeys, where: `watchlist_id IN ${LISTS}` },
  {
    name: "events",
    table: events,
    where: `target_id IN ${TARGETS} OR (target_id IS NULL AND data ->> '$.channelId' IN ${CHANNELS})`,
  },
  { name: "series", table: series, where: `target_id IN ${TARGETS}` },
  { name: "months", table: months, where: `target_id IN ${TARGETS}` },
  { name: "channels", table: channels, where: `id IN ${CHANNELS}` },
  { name: "targets", table: targets, where: `id IN ${TARGETS}` },
  { name: "watchlists", table: watchlists, where: `id IN ${LISTS}` },
];

/** The maximum number of arguments of a SQL function in D1. */
const VALUES_A_CALL = 30;

const columnsIn = ({ table }: DemoRows): string[] => [...columnsOf(table).values()].map(({ sql }) => `"${sql}"`);

/** Copies the demo's rows of a table to `left_demo`; ?2 is the time. */
export function copying(rows: DemoRows): string {
  const columns = columnsIn(rows);
  const calls = Array.from({ length: Math.ceil(columns.length / VALUES_A_CALL) }, (_, place) =>
    columns.slice(place * VALUES_A_CALL, (place + 1) * VALUES_A_CALL),
  );
  const values = calls.map((some) => `json_array(${some.join(", ")})`).join(", ");
  return `INSERT INTO left_demo (name, content, left_at)
    SELECT '${rows.name}', json_array(${values}), ?2 FROM "${rows.name}" WHERE ${rows.where}`;
}

/** Deletes the demo's rows of a table. */
export const deleting = ({ name, where }: DemoRows): string => `DELETE FROM "${name}" WHERE ${where}`;

/** The columns of a table, with their values of a stored row. */
const waiting = (rows: DemoRows): [column: string, value: string][] =>
  columnsIn(rows).map((column, place) => [
    column,
    `content ->> '$[${Math.floor(place / VALUES_A_CALL)}][${place % VALUES_A_CALL}]'`,
  ]);

/** Restores the stored rows of a table. */
export function puttingBack(rows: DemoRows): string {
  const values = waiting(rows);
  return `INSERT INTO "${rows.name}" (${values.map(([column]) => column).join(", ")})
    SELECT ${values.map(([, value]) => value).join(", ")} FROM left_demo WHERE name = '${rows.name}' ORDER BY seq`;
}

/** Tables whose `seq` starts again after their last row is deleted, so that later rows take that of the demo's. */
const COUNTED = ["deliveries", "editions"];

/** Notes the last `seq` of the rows that stay, once the demo's are deleted; ?1 is the time. */
export const notingLast = COUNTED.map(
  (name) => `INSERT INTO left_demo (name, content, left_at)
    SELECT 'last ${name}', coalesce(max(seq), 0), ?1 FROM "${name}"`,
);

/** Moves the rows that were created since behind those of the demo, so that all stay in order of creation. */
export const stepsAside = demoRows
  .filter(({ name }) => COUNTED.includes(name))
  .flatMap((rows) => {
    const seq = waiting(rows).find(([column]) => column === '"seq"')![1];
    const last = `(SELECT content FROM left_demo WHERE name = 'last ${rows.name}')`;
    const offset = `((SELECT max(${seq}) FROM left_demo WHERE name = '${rows.name}') - ${last})`;
    return [
      // In two steps, because rows must not meet each other on the way.
      `UPDATE "${rows.name}" SET seq = -(seq + ${offset}) WHERE seq > ${last} AND ${offset} > 0`,
      `UPDATE "${rows.name}" SET seq = -seq WHERE seq < 0`,
    ];
  });

/** Reads the stored targets. */
export const WAITING_TARGETS = `SELECT ${waiting(demoRows.find(({ name }) => name === "targets")!)
  .map(([column, value]) => `${value} AS ${column}`)
  .join(", ")} FROM left_demo WHERE name = 'targets'`;

/** The number of the demo's rows in a table, as an expression. */
export const countOf = (name: string, more = "true"): string => {
  const { where } = demoRows.find((one) => one.name === name)!;
  return `(SELECT count(*) FROM "${name}" WHERE (${where}) AND ${more})`;
};
