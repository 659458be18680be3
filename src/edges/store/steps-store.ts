import type { StepChannel, StepsReading } from "../../flows/browse/first-steps.ts";
import type { Row } from "./row.ts";

const MAX_CHANNELS = 12;

/** Alerts beyond are not looked at: each is a row that is read. */
const MAX_ALERTS = 100;

const STEPS = `
  WITH alerting AS MATERIALIZED (SELECT channel_id FROM subscriptions WHERE enabled = 1 LIMIT ${MAX_ALERTS})
  SELECT (SELECT count(*) FROM alerting) AS alerts,
    (SELECT n FROM counts WHERE name = 'targets|live') AS creators,
    (SELECT json_group_array(json_object('id', id, 'name', name, 'kind', kind, 'enabled', enabled,
       'alerted', id IN (SELECT channel_id FROM alerting)))
     FROM (SELECT * FROM channels ORDER BY rowid DESC LIMIT ${MAX_CHANNELS})) AS channels`;

/** What there is of what a start needs, in one statement of some hundred rows. */
export async function readSteps(db: D1Database): Promise<StepsReading> {
  const row = (await db.prepare(STEPS).first<Row>())!;
  const channels = JSON.parse(String(row["channels"])) as (Omit<StepChannel, "enabled" | "alerted"> &
    Record<string, unknown>)[];
  return {
    alerts: Number(row["alerts"]),
    creators: Number(row["creators"] ?? 0),
    channels: channels.map(({ id, name, kind, enabled, alerted }) => ({
      id,
      name,
      kind,
      enabled: enabled === 1,
      alerted: alerted === 1,
    })),
  };
}
