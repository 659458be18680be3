import { EMPTY_COMMIT, type PlannedDelivery } from "../../../../src/engine/commit.ts";
import { aloneId } from "../../../../src/core/delivery.ts";
import type { Event } from "../../../../src/core/event.ts";
import { derivedId } from "../../../../src/core/ids.ts";
import { jsonChunks } from "../../../../src/db/json-chunks.ts";
import { commit } from "../../../../src/engine/poll/commit-store.ts";
import { asksFor } from "../../../../src/kinds/events.ts";
import { gathering } from "../../d1-through.ts";
import type { Judged } from "./judged.ts";
import { DAY, DAYS, type Stored } from "./thing.ts";

/** An alert of the demo. `alone` means that its channel gets one event per message. */
export interface Alert {
  channelId: string;
  alone: boolean;
  watchlistId: string;
  events: string[];
}

/** Commits in one batch. Other writes can run between two batches. */
const AT_ONCE = 40;

/** The sent messages about the events of one time. */
function deliveriesOf(events: Event[], at: number, alerts: Alert[]): PlannedDelivery[] {
  return alerts.flatMap(({ channelId, alone, watchlistId, events: types }) => {
    const own = events.filter(
      (event) => event.watchlistId === watchlistId && types.some((type) => asksFor(type, event.type)),
    );
    const groups = alone ? own.map((event) => [event]) : own.length === 0 ? [] : [own];
    return groups.map((group): PlannedDelivery => {
      const [first] = group as [Event];
      const { follows } = first;
      return {
        id: idOf(channelId, first, at, alone),
        joins: false,
        urgent: false,
        channelId,
        status: "sent",
        reason: null,
        items: group.map(({ id }) => ({ event: id, mentions: [] })),
        // An end edits the message of its start.
        edits:
          !alone && group.length === 1 && follows !== null
            ? derivedId("dlv", channelId, follows.detectedAt, "demo")
            : null,
        heldUntil: null,
        openUntil: 0,
      };
    });
  });
}

const idOf = (channelId: string, event: Event, at: number, alone: boolean): string =>
  alone ? aloneId(channelId, at, event.id) : derivedId("dlv", channelId, at, "demo");

/** Writes events and their messages with the store's own commits, one per time, oldest first. */
async function writeEvents(db: D1Database, events: Event[], alerts: Alert[]): Promise<void> {
  const gathered = gathering(db);
  const instants = [...Map.groupBy(events, ({ detectedAt }) => detectedAt)].sort(([a], [b]) => a - b);
  for (const [place, [at, found]] of instants.entries()) {
    const deliveries = deliveriesOf(found, at, alerts);
    const plan = { ...EMPTY_COMMIT, id: derivedId("cmt", "demo", at), tick: at, events: found, deliveries };
    await commit(gathered.db, plan);
    if ((place + 1) % AT_ONCE === 0) await gathered.flush();
  }
  await gathered.flush();
}

const SENT = `UPDATE deliveries SET closed = 1, sent_at = made_at + 300 + seq % 500,
    attempts = json_array(json_object('at', made_at, 'status', 200, 'error', NULL, 'durationMs', 120 + seq % 400))
  WHERE status = 'sent' AND sent_at IS NULL`;

const STATES = `UPDATE targets SET created_at = ?2, gaps = '[]', state = j.value ->> 'state', last_ok_at = ?3, judged_at = ?3,
    revision = revision + 1, past = nullif(j.value -> 'past', 'null'),
    expected_at = j.value ->> '$.expected.at', expected_confidence = j.value ->> '$.expected.confidence'
  FROM json_each(?1) j WHERE targets.id = j.value ->> 'id'`;

const POLLED = `UPDATE sheets SET edits = json_patch(sheets.edits, g.polled), revision = revision + 1
  FROM (SELECT t.sheet_id AS sheet, json_group_object(t.id, json_object('last', ?2)) AS polled
    FROM json_each(?1) j JOIN targets t ON t.id = j.value ->> 'id' GROUP BY t.sheet_id) g
  WHERE sheets.id = g.sheet`;

const SERIES = `INSERT INTO series (target_id, begins_at, points)
  SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2 FROM json_each(?1) j WHERE true ON CONFLICT DO NOTHING`;

/**
 * What is rolled up into months is older than this past, so that begins again. With another last tick, the next one is
 * not taken for the first, and one that has read already has to read again.
 */
const FIRST_TICK = `UPDATE ticker SET load = json_set(load, '$.firstTickAt', ?1), made_at = min(made_at, ?1), rolled = NULL,
  last_tick_at = iif(last_tick_at = 0, ?2, last_tick_at + 1) WHERE id = 1`;

/** Writes the histories of targets up to `now` (epoch ms). Others may write meanwhile. */
export async function writeHistory(
  db: D1Database,
  histories: { target: Stored; judged: Judged }[],
  alerts: Alert[],
  now: number,
): Promise<void> {
  const since = now - DAYS * DAY;
  await writeEvents(
    db,
    histories.flatMap(({ judged: { events } }) => events),
    alerts,
  );
  const series = histories.flatMap(({ target, judged: { points } }) =>
    [...Map.groupBy(points, ([at]) => Math.floor(at / DAY)).values()].map((day) => [
      target.id,
      day[0]![0],
      JSON.stringify(day),
    ]),
  );
  const states = histories.map(({ target: { id }, judged: { state, past, expected } }) => ({
    id,
    state: JSON.stringify(state),
    past,
    expected,
  }));
  await db.batch([
    db.prepare(SENT),
    ...jsonChunks(series).map(({ text }) => db.prepare(SERIES).bind(text)),
    ...jsonChunks(states).flatMap(({ text }) => [
      db.prepare(STATES).bind(text, since, now),
      db.prepare(POLLED).bind(text, now),
    ]),
    db.prepare(FIRST_TICK).bind(since, now),
  ]);
}
