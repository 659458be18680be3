import { aloneId } from "../../core/delivery.ts";
import { chunksOf } from "../../core/chunks.ts";
import { isStillFolded } from "./fold.ts";
import { idRows } from "../../db/id-rows.ts";
import { reader, type Row } from "../../db/row.ts";
import type { Telling, Notified } from "./notified.ts";
import { deliveries, fanouts } from "../schema/delivery-schema.ts";

const readDelivery = reader(deliveries);
const readFanout = reader(fanouts);

/** Number of ids that one statement looks up. */
const IDS_A_STATEMENT = 2000;

/**
 * The deliveries of events that have their own: their ids are known, so each reads one row, however many there are.
 * Folded deliveries are included. A late report has another id and is not found.
 */
export async function aloneDeliveries(db: D1Database, requested: Notified[]): Promise<Telling[]> {
  const byId = new Map(requested.map((one) => [aloneId(one.channelId, one.detectedAt, one.eventId), one]));
  const [waiting, ...pieces] = await db.batch<Row>([
    db.prepare("SELECT tick, made_at, content, done FROM fanouts"),
    ...chunksOf([...byId.keys()], IDS_A_STATEMENT).map((ids) =>
      db.prepare(
        `SELECT d.id, d.next_attempt_at, coalesce(m.id, d.id) AS told_by, coalesce(m.status, d.status) AS status,
           coalesce(m.made_at, d.made_at) AS made_at
         FROM (${idRows(ids)}) w CROSS JOIN deliveries d ON d.id = w.column1 LEFT JOIN deliveries m ON m.id = d.summary`,
      ),
    ),
  ]);
  const created = pieces.flatMap(({ results }) =>
    results.map((row): Telling => {
      const {
        id,
        status,
        madeAt: createdAt,
        nextAttemptAt: heldUntil,
      } = readDelivery(row, "id", "status", "madeAt", "nextAttemptAt");
      const { channelId, eventId } = byId.get(id)!;
      return { channelId, eventId, deliveryId: String(row["told_by"]), status, heldUntil, madeAt: createdAt };
    }),
  );
  return [...created, ...foldedTellings(waiting!.results, byId)];
}

function foldedTellings(rows: Row[], byId: Map<string, Notified>): Telling[] {
  return rows.flatMap((row) => {
    const { tick, madeAt: createdAt, content, done } = readFanout(row, "tick", "madeAt", "content", "done");
    const stands = isStillFolded(content, done);
    const { status, heldUntil } = content;
    return [...byId].flatMap(([deliveryId, { channelId, eventId, detectedAt }]) =>
      detectedAt === tick && stands(eventId, channelId)
        ? [{ channelId, eventId, deliveryId, status, heldUntil, madeAt: createdAt }]
        : [],
    );
  });
}
