import { chunksOf } from "../../core/concurrency.ts";
import { aloneId } from "../../core/delivery.ts";
import { DAY_MS } from "../../core/duration.ts";
import { jsonChunks } from "../../db/json-chunks.ts";
import { deliveries, fanouts } from "../schema/delivery-schema.ts";
import { isStillFolded } from "./follow.ts";
import type { Routes } from "./match.ts";
import type { EarlierDelivery } from "./assign-delivery.ts";
import type { CooldownQuestion } from "./route.ts";
import { channels } from "../../features/channels/resource/table.ts";
import type { Silence } from "../../features/silences/resource/silence.ts";
import { silences } from "../../features/silences/resource/table.ts";
import type { Subscription } from "../../features/alerts/resource/subscription.ts";
import { subscriptions } from "../../features/alerts/resource/table.ts";
import type { Mention } from "../../core/notice.ts";
import { targets } from "../../features/creators/resource/table.ts";
import { idRows, reader, type Row } from "../../db/row.ts";
import { recordOf, selectOf, type Recorded } from "../../db/record.ts";
import { events } from "../schema/schema.ts";
import { SEQ_PER_MS, type Event } from "../../core/event.ts";
import { EVENT, eventOf } from "./event-row.ts";

// Queries of routing: subscriptions, silences, and what has already been reported.

const readChannel = reader(channels);
const readEvent = reader(events);
const readTarget = reader(targets);
// Without forms, which a tick does not need.
const subscription: Recorded<Subscription> = { name: "subscriptions", table: subscriptions };
const silence: Recorded<Silence> = { name: "silences", table: silences };

const readSubscription = recordOf(subscription);
const readSilence = recordOf(silence);

const SUBSCRIPTIONS = `SELECT ${selectOf(subscription, false)} FROM subscriptions t WHERE enabled = 1
  ORDER BY created_at, id`;
const SILENCES = `SELECT ${selectOf(silence, false)} FROM silences t`;

/** The enabled subscriptions, oldest first, with all channels and silences. */
export async function readRoutes(db: D1Database): Promise<Routes> {
  const [wishes, destinations, quiet] = await db.batch<Row>([
    db.prepare(SUBSCRIPTIONS),
    db.prepare("SELECT id, kind, enabled OR failure IS NOT NULL AS enabled, disabled_reason FROM channels"),
    db.prepare(SILENCES),
  ]);
  return {
    subscriptions: wishes!.results.map(readSubscription),
    channels: destinations!.results.map((row) => readChannel(row, "id", "kind", "enabled", "disabledReason")),
    silences: quiet!.results.map(readSilence),
  };
}

const readDelivery = reader(deliveries);

/** An event, and a channel that may have been notified of it. */
interface Notified {
  channelId: string;
  eventId: string;
  detectedAt: number;
  /** True if the event has its own delivery there. */
  alone: boolean;
}

/** A delivery that reported the event, and when it was created. */
type Telling = EarlierDelivery & { madeAt: number };

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
async function tellingsOf(db: D1Database, requested: Notified[]): Promise<Telling[]> {
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
  // D1 refuses a batch without statements.
  if (requested.length === 0) return [];
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

/** The deliveries that reported these events on these channels. */
export const readEarlier: (db: D1Database, requested: Notified[]) => Promise<EarlierDelivery[]> = tellingsOf;

/** The mentions that targets add to their alerts, by target. An index finds the few that have any. */
export async function readMentions(db: D1Database, ids: string[]): Promise<Map<string, Mention[]>> {
  const { results } = await db
    .prepare(
      `SELECT t.id, t.mention FROM (${idRows(ids)}) w CROSS JOIN targets t INDEXED BY targets_mention
       ON t.id = w.column1 AND t.mention IS NOT NULL`,
    )
    .all<Row>();
  return new Map(
    results.map((row) => {
      const { id, mention } = readTarget(row, "id", "mention");
      return [id, [mention ?? []].flat()];
    }),
  );
}

/** The events with these ids. */
export async function readFollowed(db: D1Database, ids: string[]): Promise<Event[]> {
  const { results } = await db
    .prepare(`SELECT ${EVENT} FROM (${idRows(ids)}) w CROSS JOIN events e ON e.id = w.column1`)
    .all<Row>();
  return results.map(eventOf);
}

/** Quiet hours hold a delivery at most this long. */
const LONGEST_HELD_MS = 7 * DAY_MS;

/**
 * Indexes of the questions for which a delivery was created after the given instant and not suppressed. The search goes
 * from the target's events to the messages of their instants, since a channel can have many messages. Replays do not
 * count.
 */
export async function readCooling(db: D1Database, requested: CooldownQuestion[]): Promise<Set<number>> {
  const { results } = await db
    .prepare(
      `SELECT a.key AS place, e.id, e.detected_at FROM json_each(?1) a CROSS JOIN events e
       WHERE e.target_id IS a.value ->> 'targetId' AND e.seq > (a.value ->> 'after' - ${LONGEST_HELD_MS}) * ${SEQ_PER_MS}
         AND e.type = a.value ->> 'type'`,
    )
    .bind(JSON.stringify(requested))
    .all<Row>();
  const recent = results.map((row) => {
    const question = requested[Number(row["place"])]!;
    const { id: eventId, detectedAt } = readEvent(row, "id", "detectedAt");
    const { channelId, alone } = question;
    const notified: Notified = { channelId, eventId, detectedAt, alone };
    return { place: Number(row["place"]), after: question.after, told: notified };
  });
  if (recent.length === 0) return new Set();
  const created = new Map<string, number>();
  for (const one of await tellingsOf(
    db,
    recent.map(({ told: notified }) => notified),
  )) {
    const key = `${one.channelId} ${one.eventId}`;
    if (one.status !== "suppressed") created.set(key, Math.max(one.madeAt, created.get(key) ?? 0));
  }
  const cooling = recent.filter(
    ({ told: notified, after }) => (created.get(`${notified.channelId} ${notified.eventId}`) ?? 0) > after,
  );
  return new Set(cooling.map(({ place }) => place));
}

const readFanout = reader(fanouts);

/** Number of ids that one statement looks up. */
const IDS_A_STATEMENT = 2000;

/**
 * The deliveries of events that have their own: their ids are known, so each reads one row, however many there are.
 * Folded deliveries are included. A late report has another id and is not found.
 */
async function aloneDeliveries(db: D1Database, requested: Notified[]): Promise<Telling[]> {
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
