import { reader, type Row } from "../../db/row.ts";
import { aloneDeliveries } from "./single-deliveries.ts";
import type { Telling, Notified } from "./notified.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { deliveries } from "../schema/delivery-schema.ts";

const readDelivery = reader(deliveries);

/** A message of that instant, or the summary of a delivery that was held. */
interface Candidate extends Omit<Telling, "eventId"> {
  items: string;
  /** For a summary, the held delivery; otherwise null. */
  held: string | null;
}

const CANDIDATE = (of: string): string =>
  `${of}.id, ${of}.status, ${of}.channel_id, ${of}.made_at, ${of}.next_attempt_at, ${of}.items`;

const OF_INSTANT = `json_each(?1) g CROSS JOIN deliveries d ON d.channel_id = g.value ->> 'channelId' AND d.made_at = g.value ->> 'detectedAt'`;

/** The deliveries that reported these events on these channels. */
export async function tellingsOf(db: D1Database, requested: Notified[]): Promise<Telling[]> {
  const alone = requested.filter((one) => one.alone);
  if (alone.length === 0) return tellingsAt(db, requested);
  const found = await aloneDeliveries(db, alone);
  const known = new Set(found.map(keyOf));
  const rest = requested.filter((one) => !known.has(keyOf(one)));
  return rest.length === 0 ? found : [...found, ...(await tellingsAt(db, rest))];
}

const keyOf = ({ channelId, eventId }: Pick<Notified, "channelId" | "eventId">): string => `${channelId} ${eventId}`;

/**
 * The deliveries created when each event was detected, including all parts of a split one. The few messages of an
 * instant are read once and searched as text: a row read for each event in each message would be quadratic.
 */
async function tellingsAt(db: D1Database, requested: Notified[]): Promise<Telling[]> {
  const instants = new Map(
    requested.map(({ channelId, detectedAt }) => [`${channelId} ${detectedAt}`, { channelId, detectedAt }]),
  );
  const pieces = await db.batch<Row>(
    jsonChunks([...instants.values()]).map(({ text }) =>
      db
        .prepare(
          `SELECT ${CANDIDATE("d")}, NULL AS held FROM ${OF_INSTANT}
           UNION ALL SELECT ${CANDIDATE("m")}, d.id AS held FROM ${OF_INSTANT} CROSS JOIN deliveries s ON s.id = d.summary
             CROSS JOIN deliveries m ON m.channel_id = d.channel_id AND m.made_at = s.made_at WHERE d.summary IS NOT NULL`,
        )
        .bind(text),
    ),
  );
  const results = pieces.flatMap((one) => one.results);
  const candidates = Map.groupBy(results.map(candidateOf), ({ held }) => held);
  return requested.flatMap(({ channelId, eventId, detectedAt }) => {
    // The item of an event as it is stored.
    const notifies = ({ items }: Candidate) => items.includes(`"event":${JSON.stringify(eventId)}`);
    const found = (candidates.get(null) ?? []).filter(
      (one) => one.channelId === channelId && one.madeAt === detectedAt && notifies(one),
    );
    return found.flatMap((one) => {
      const summaries = (candidates.get(one.deliveryId) ?? []).filter(notifies);
      const { heldUntil } = one;
      return (summaries.length === 0 ? [one] : summaries).map(({ deliveryId, status, madeAt: createdAt }) => ({
        channelId,
        eventId,
        deliveryId,
        status,
        heldUntil,
        madeAt: createdAt,
      }));
    });
  });
}

function candidateOf(row: Row): Candidate {
  const { id: deliveryId, nextAttemptAt: heldUntil } = readDelivery(row, "id", "nextAttemptAt");
  const [items, held] = [String(row["items"]), row["held"] as string | null];
  return { ...readDelivery(row, "channelId", "status", "madeAt"), deliveryId, heldUntil, items, held };
}
