import { proofOf, type Proof } from "../../core/proof.ts";
import type { StepChannel, StepsReading } from "./first-steps.ts";
import { needsLook, type ChannelState } from "../../core/channel-failure.ts";
import { reader, type Row } from "../../db/row.ts";
import { ticker } from "../../engine/schema/schema.ts";

const readTicker = reader(ticker);

const MAX_CHANNELS = 12;

/** Limit on the subscriptions that are considered. Each is a row read. */
const MAX_ALERTS = 100;

/** More creators of people's own than this are not counted, where there is a demo. */
const MAX_OWN = 1000;

const CREATORS = "(SELECT n FROM counts WHERE name = 'targets|live')";

const STEPS = `
  WITH alerting AS MATERIALIZED (SELECT channel_id FROM subscriptions WHERE enabled = 1 LIMIT ${MAX_ALERTS})
  SELECT (SELECT count(*) FROM alerting) AS alerts, ${CREATORS} AS creators, k.demo IS NOT NULL AS demo, k.proof,
    CASE WHEN k.demo IS NULL THEN ${CREATORS} ELSE (SELECT count(*) FROM (SELECT 1 FROM targets t
      WHERE t.kind = 'live' AND t.id NOT IN (SELECT value FROM json_each(k.demo, '$.targets')) LIMIT ${MAX_OWN})) END AS own_creators,
    (SELECT json_group_array(json_object('id', id, 'name', name, 'kind', kind, 'enabled', enabled, 'failingSince', failing_since, 'failure', json(failure),
       'alerted', id IN (SELECT channel_id FROM alerting),
       'demo', k.demo IS NOT NULL AND id IN (SELECT value FROM json_each(k.demo, '$.channels'))))
     FROM (SELECT * FROM channels ORDER BY rowid DESC LIMIT ${MAX_CHANNELS})) AS channels
  FROM ticker k WHERE k.id = 1`;

/** Reads what the setup steps depend on, in one statement of at most a few hundred rows. */
export async function readSteps(db: D1Database): Promise<StepsReading> {
  const row = (await db.prepare(STEPS).first<Row>())!;
  const channels = JSON.parse(String(row["channels"])) as (Omit<
    StepChannel,
    "enabled" | "alerted" | "demo" | "failing"
  > &
    ChannelState &
    Record<string, unknown>)[];
  return {
    alerts: Number(row["alerts"]),
    creators: Number(row["creators"] ?? 0),
    ownCreators: Number(row["own_creators"] ?? 0),
    demo: row["demo"] === 1,
    proof: proofOf(readTicker(row, "proof").proof),
    channels: channels.map(({ id, name, kind, enabled, alerted, demo, failingSince, failure }) => ({
      id,
      name,
      kind,
      enabled: enabled === 1,
      alerted: alerted === 1,
      failing: needsLook({ failingSince, failure }),
      demo: demo === 1,
    })),
  };
}

/** Begins the proof of a rule; what was seen of the same rule stays. */
export async function beginProof(db: D1Database, rule: string, since: number, watched: string[]): Promise<void> {
  const proof: Proof = { rule, since, start: null, end: null, watched };
  await db
    .prepare(
      `UPDATE ticker SET proof = CASE WHEN proof ->> '$.rule' = ?1 THEN json_set(proof, '$.watched', json(?2))
         ELSE json_patch(?3, json_object('service', proof -> '$.service')) END
       WHERE id = 1`,
    )
    .bind(rule, JSON.stringify(watched), JSON.stringify(proof))
    .run();
}

/** Creators of these identities who are watched, not by the demo: their ids by identity. A row a list and identity is looked for. */
export async function watchedAs(db: D1Database, identities: string[]): Promise<Map<string, string>> {
  const { results } = await db
    .prepare(
      `SELECT t.id, t.identity FROM watchlists w CROSS JOIN json_each(?1) j
         CROSS JOIN targets t ON t.watchlist_id = w.id AND t.kind = 'live' AND t.identity = j.value
       WHERE t.id NOT IN (SELECT d.value FROM ticker k, json_each(k.demo, '$.targets') d WHERE k.id = 1)`,
    )
    .bind(JSON.stringify(identities))
    .all<{ id: string; identity: string }>();
  return new Map(results.map(({ id, identity }) => [identity, id]));
}
