import { DEMO_SERVICE, type AskedService } from "../../core/proof.ts";
import { forgetting } from "../../features/creators/resource/poll-slot.ts";
import { reader, type Row } from "../../db/row.ts";
import { ticker } from "../schema/schema.ts";
import type { StoredService } from "./definition.ts";
import type { Service } from "./service.ts";
import { SERVICE, serviceOf } from "./service-store.ts";
import { noting } from "../../features/creators/resource/unwatched.ts";

/** Everything that is watched but the demo's own. */
export const OWN = `SELECT o.id FROM targets o WHERE o.id NOT IN (
  SELECT d.value FROM ticker k, json_each(k.demo, '$.targets') d WHERE k.id = 1)`;

/** The demo's, while another service is asked: they are not checked. */
export const RESTING = `SELECT d.value FROM ticker k, json_each(k.demo, '$.targets') d
  WHERE k.id = 1 AND k.proof ->> '$.rule' IS NOT NULL AND k.proof ->> '$.service.id' IS NOT '${DEMO_SERVICE}'`;

const AT = "(SELECT max(last_tick_at, ?2) FROM ticker WHERE id = 1)";

/** Statements of which each acts only if the service before was still this one (?1); ?2 is the time. */
const STILL = "EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND proof ->> '$.service.id' = ?1)";

const FORGET = `UPDATE targets SET state = NULL, fault = NULL, consecutive_faults = 0, last_ok_at = NULL,
    unknown_since = NULL, judged_at = NULL, on_air = 0, revision = revision + 1`;

const COMPARABLE = `${STILL} AND (state IS NOT NULL OR fault IS NOT NULL) AND id IN (${OWN})`;

const SINCE = "(SELECT proof ->> '$.service.since' FROM ticker WHERE id = 1)";

/** What was real stays: the alerts of who was live say since when nobody looks, and the time until the next answer counts as unknown. */
const AFTER_REAL = [
  noting("'paused'", "?2", `(SELECT * FROM targets WHERE ${STILL} AND id IN (${OWN})) t`),
  `${FORGET}, updated_at = ${AT} WHERE ${COMPARABLE}`,
];

/** What was simulated goes, with the messages about it. Imported streams stay. */
const AFTER_DEMO = [
  `DELETE FROM deliveries WHERE ${STILL} AND made_at >= ${SINCE} AND EXISTS (SELECT 1 FROM json_each(items) i
    CROSS JOIN events e ON e.id = i.value ->> 'event' WHERE e.target_id IN (${OWN}))`,
  // Queued messages about the demo's own creators are as untrue in a real channel.
  `DELETE FROM deliveries WHERE ${STILL} AND status IN ('pending', 'held') AND edition IS NULL AND board IS NULL
    AND channel_id NOT IN (SELECT d.value FROM ticker k, json_each(k.demo, '$.channels') d WHERE k.id = 1)
    AND EXISTS (SELECT 1 FROM json_each(items) i CROSS JOIN events e ON e.id = i.value ->> 'event'
      WHERE e.detected_at >= ${SINCE} AND e.target_id IS NOT NULL)`,
  `DELETE FROM events WHERE ${STILL} AND detected_at >= ${SINCE} AND target_id IN (${OWN})`,
  `DELETE FROM series WHERE ${STILL} AND begins_at >= ${SINCE} AND target_id IN (${OWN})`,
  `DELETE FROM months WHERE ${STILL} AND ${SINCE} = 0 AND target_id IN (${OWN})`,
  `${forgetting(`${OWN} AND ${STILL}`)}`,
  `${FORGET}, past = iif(EXISTS (SELECT 1 FROM imported_sessions i WHERE i.target_id = targets.id), past, NULL),
    gaps = iif(${SINCE} = 0, NULL, gaps), expected_at = NULL, expected_confidence = NULL, updated_at = ${AT}
    WHERE ${COMPARABLE}`,
  `UPDATE targets SET on_air = 0 WHERE ${STILL} AND on_air = 1 AND id NOT IN (${OWN})`,
];

const ENTER = `UPDATE ticker SET proof = json_set(coalesce(proof, '{}'), '$.service', json_object('id', ?3, 'since', ${AT}))
  WHERE ${STILL}`;

/** The demo's service invents an answer for anybody, so targets of a real one rest until one is connected again. */
const ENTER_DEMO = `UPDATE ticker SET proof = json_set(coalesce(proof, '{}'), '$.service',
    json_object('id', ?3, 'since', ${AT}, 'rests', (SELECT json_group_array(id) FROM (${OWN}))))
  WHERE ${STILL}`;

const FIRST = `UPDATE ticker SET proof = json_set(coalesce(proof, '{}'), '$.service', json_object('id', ?1, 'since', 0))
  WHERE id = 1 AND proof ->> '$.service.id' IS NULL`;

/**
 * Notes whether the demo's service is asked from now on. Its answers can't be compared with real ones, so the first
 * answer about each target is silent, and what the demo's service made up is deleted. Returns whether that was needed.
 */
export async function enterService(
  db: D1Database,
  id: string | null,
  before: AskedService | null,
  at: number,
): Promise<boolean> {
  if (id === null || id === before?.id) return false;
  if (before === null) {
    await db.prepare(FIRST).bind(id).run();
    return false;
  }
  const forgotten = before.id === DEMO_SERVICE ? AFTER_DEMO : AFTER_REAL;
  await db.batch([
    ...forgotten.map((sql) => {
      const statement = db.prepare(sql);
      return sql.includes("?2") ? statement.bind(before.id, at) : statement.bind(before.id);
    }),
    db.prepare(id === DEMO_SERVICE ? ENTER_DEMO : ENTER).bind(before.id, at, id),
  ]);
  return true;
}

/** The same for the service that is configured now. */
export async function enterConfigured(
  db: D1Database,
  service: (stored: StoredService) => Promise<Service>,
  at: number,
): Promise<void> {
  const row = (await db.prepare(`SELECT k.proof, ${SERVICE} FROM ticker k WHERE k.id = 1`).first<Row>())!;
  const { id } = await service(serviceOf(row));
  await enterService(db, id, reader(ticker)(row, "proof").proof?.service ?? null, at);
}
