import { DAY_MS } from "../../core/duration.ts";
import type { Routes } from "../../flows/route/match.ts";
import type { EarlierDelivery } from "../../flows/route/place.ts";
import type { CooldownQuestion } from "../../flows/route/route.ts";
import { channels } from "../../resources/channels/table.ts";
import type { Silence } from "../../resources/silences/silence.ts";
import { silences } from "../../resources/silences/table.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import { subscriptions } from "../../resources/subscriptions/table.ts";
import { reader, type Row } from "./row.ts";
import { recordOf, selectOf, type Recorded } from "./record.ts";
import { events, SEQ_PER_MS } from "./schema.ts";
import { deliveries } from "./telling-schema.ts";

// What routing asks of the database: who wants what, and what was told already.

const readChannel = reader(channels);
const readDelivery = reader(deliveries);
const readEvent = reader(events);
// Without their forms: a tick has no use for them.
const subscription: Recorded<Subscription> = { name: "subscriptions", table: subscriptions };
const silence: Recorded<Silence> = { name: "silences", table: silences };

const readSubscription = recordOf(subscription);
const readSilence = recordOf(silence);

const SUBSCRIPTIONS = `SELECT ${selectOf(subscription, false)} FROM subscriptions t WHERE enabled = 1
  ORDER BY created_at, id`;
const SILENCES = `SELECT ${selectOf(silence, false)} FROM silences t`;

/** The subscriptions in force, oldest first, and the channels they name. */
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

/** An event, and the channel on which it may have been told. */
interface Told {
  channelId: string;
  eventId: string;
  detectedAt: number;
}

/** A delivery that told it, and when that was made. */
type Telling = EarlierDelivery & { madeAt: number };

/** A message of that instant, or the summary that told what one of them held. */
interface Candidate extends Omit<Telling, "eventId"> {
  items: string;
  /** Of a summary whose it is. */
  held: string | null;
}

const CANDIDATE = (of: string): string =>
  `${of}.id, ${of}.status, ${of}.channel_id, ${of}.made_at, ${of}.next_attempt_at, ${of}.items`;

const OF_INSTANT = `json_each(?1) g CROSS JOIN deliveries d ON d.channel_id = g.value ->> 'channelId' AND d.made_at = g.value ->> 'detectedAt'`;

/**
 * Which deliveries told these events on these channels: they were made at the instant the event was detected, and all parts
 * of one that was too long at the same. The few messages of an instant are read once, and looked through as text: a row read
 * for each event in each of them would be quadratic.
 */
async function tellingsOf(db: D1Database, asked: Told[]): Promise<Telling[]> {
  const instants = new Map(
    asked.map(({ channelId, detectedAt }) => [`${channelId} ${detectedAt}`, { channelId, detectedAt }]),
  );
  const { results } = await db
    .prepare(
      `SELECT ${CANDIDATE("d")}, NULL AS held FROM ${OF_INSTANT}
       UNION ALL SELECT ${CANDIDATE("m")}, d.id AS held FROM ${OF_INSTANT} CROSS JOIN deliveries s ON s.id = d.summary
         CROSS JOIN deliveries m ON m.channel_id = d.channel_id AND m.made_at = s.made_at WHERE d.summary IS NOT NULL`,
    )
    .bind(JSON.stringify([...instants.values()]))
    .all<Row>();
  const candidates = Map.groupBy(results.map(candidateOf), ({ held }) => held);
  return asked.flatMap(({ channelId, eventId, detectedAt }) => {
    // The line of an event as it is kept.
    const tells = ({ items }: Candidate) => items.includes(`"event":${JSON.stringify(eventId)}`);
    const found = (candidates.get(null) ?? []).filter(
      (one) => one.channelId === channelId && one.madeAt === detectedAt && tells(one),
    );
    return found.flatMap((one) => {
      const summaries = (candidates.get(one.deliveryId) ?? []).filter(tells);
      const { heldUntil } = one;
      return (summaries.length === 0 ? [one] : summaries).map(({ deliveryId, status, madeAt }) => ({
        channelId,
        eventId,
        deliveryId,
        status,
        heldUntil,
        madeAt,
      }));
    });
  });
}

function candidateOf(row: Row): Candidate {
  const { id: deliveryId, nextAttemptAt: heldUntil } = readDelivery(row, "id", "nextAttemptAt");
  const [items, held] = [String(row["items"]), row["held"] as string | null];
  return { ...readDelivery(row, "channelId", "status", "madeAt"), deliveryId, heldUntil, items, held };
}

/** The deliveries that told these events on these channels. */
export const readEarlier: (db: D1Database, asked: Told[]) => Promise<EarlierDelivery[]> = tellingsOf;

/** What is held goes out within this time: quiet hours are over by then. */
const LONGEST_HELD_MS = 7 * DAY_MS;

/**
 * Which of the questions (by place) are answered by a delivery that was not suppressed. From the target's events to the few
 * messages of their instants, since a channel's messages may be many. A message that somebody sends again tells nothing new.
 */
export async function readCooling(db: D1Database, asked: CooldownQuestion[]): Promise<Set<number>> {
  const { results } = await db
    .prepare(
      `SELECT a.key AS place, e.id, e.detected_at FROM json_each(?1) a CROSS JOIN events e
       WHERE e.target_id IS a.value ->> 'targetId' AND e.seq > (a.value ->> 'after' - ${LONGEST_HELD_MS}) * ${SEQ_PER_MS}
         AND e.type = a.value ->> 'type'`,
    )
    .bind(JSON.stringify(asked))
    .all<Row>();
  const recent = results.map((row) => {
    const question = asked[Number(row["place"])]!;
    const { id: eventId, detectedAt } = readEvent(row, "id", "detectedAt");
    const told: Told = { channelId: question.channelId, eventId, detectedAt };
    return { place: Number(row["place"]), after: question.after, told };
  });
  if (recent.length === 0) return new Set();
  const made = new Map<string, number>();
  for (const one of await tellingsOf(
    db,
    recent.map(({ told }) => told),
  )) {
    const key = `${one.channelId} ${one.eventId}`;
    if (one.status !== "suppressed") made.set(key, Math.max(one.madeAt, made.get(key) ?? 0));
  }
  const cooling = recent.filter(({ told, after }) => (made.get(`${told.channelId} ${told.eventId}`) ?? 0) > after);
  return new Set(cooling.map(({ place }) => place));
}
