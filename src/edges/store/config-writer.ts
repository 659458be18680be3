import type { Silence } from "../../core/subscription.ts";
import type { Digest } from "../../flows/digest/digest.ts";
import type { ConfigWrites } from "../../flows/manage/config/apply-config.ts";
import type { Plan } from "../../flows/manage/config/plan.ts";
import type { ConfiguredChannel } from "../../flows/manage/config/things.ts";
import { deleteFrom, insertInto, type Write } from "./config-rows.ts";
import { jsonChunks } from "./json-chunks.ts";
import { columnsOf } from "./subscription-row.ts";
import { targetStatements } from "./config-target-writer.ts";

type Value = string | number | null;

const bit = (flag: boolean): number => (flag ? 1 : 0);

/** Every statement of an apply, in an order in which no two things are ever of the same name. */
export function statementsOf(
  db: D1Database,
  writes: ConfigWrites,
  sheets: { id: number; size: number }[],
): D1PreparedStatement[] {
  const { now } = writes;
  const write: Write = (text, rows) => jsonChunks(rows).map((chunk) => db.prepare(text).bind(chunk.text));
  const removed = (plan: Plan<{ id: string }>) => plan.remove.map(({ id }) => id);
  const { watchlists, channels, subscriptions, digests, silences } = writes;
  const targets = targetStatements(write, writes.targets, sheets, now);
  return [
    ...write(deleteFrom("subscriptions"), removed(subscriptions)),
    ...write(deleteFrom("digests"), removed(digests)),
    ...write(deleteFrom("silences"), removed(silences)),
    ...write(deleteFrom("channels"), removed(channels)),
    ...write(SUPPRESS, removed(channels)),
    ...targets.before,
    ...write(deleteFrom("watchlists"), removed(watchlists)),
    ...write(
      STEP_ASIDE,
      watchlists.change.filter(({ fields }) => fields.includes("name")).map(({ after }) => after.id),
    ),
    ...write(
      CHANGE_WATCHLIST,
      watchlists.change.map(({ after }) => [after.id, after.name, after.description, now]),
    ),
    ...write(
      insertInto("watchlists", "id, name, description, created_at, updated_at"),
      watchlists.create.map(({ id, name, description, createdAt }) => [id, name, description, createdAt, now]),
    ),
    ...targets.after,
    ...write(
      CHANGE_CHANNEL,
      channels.change.map(({ before, after }) => channelChange(before, after, now)),
    ),
    ...write(
      insertInto("channels", "id, kind, name, enabled, masked, sealed, created_at, updated_at"),
      channels.create.map((one) => channelRow(one, now)),
    ),
    ...write(
      CHANGE_SUBSCRIPTION,
      subscriptions.change.map(({ after }) => subscriptionRow(after, now)),
    ),
    ...write(
      insertInto("subscriptions", SUBSCRIPTION),
      subscriptions.create.map((one) => subscriptionRow(one, now)),
    ),
    ...write(
      CHANGE_DIGEST,
      digests.change.map(({ before, after }) => [...digestRow(after, now), bit(before.nextAt !== after.nextAt)]),
    ),
    ...write(
      insertInto("digests", DIGEST),
      digests.create.map((one) => digestRow(one, now)),
    ),
    ...write(
      CHANGE_SILENCE,
      silences.change.map(({ after }) => silenceRow(after)),
    ),
    ...write(insertInto("silences", SILENCE), silences.create.map(silenceRow)),
  ];
}

const SUPPRESS = `UPDATE deliveries SET status = 'suppressed', reason = 'channel deleted', next_attempt_at = NULL
  WHERE channel_id IN (SELECT value FROM json_each(?1)) AND (status = 'pending' OR status = 'held' AND summary IS NULL)`;

// A name has no blank before it, so this one is nobody's: two may change names with each other.
const STEP_ASIDE = "UPDATE watchlists SET name = ' ' || id WHERE id IN (SELECT value FROM json_each(?1))";

const CHANGE_WATCHLIST = `UPDATE watchlists SET name = j.value ->> 1, description = j.value ->> 2,
    updated_at = j.value ->> 3
  FROM json_each(?1) j WHERE watchlists.id = j.value ->> 0`;

const channelRow = (
  { id, kind, name, enabled, masked, sealed, createdAt }: ConfiguredChannel,
  now: number,
): Value[] => [id, kind, name, bit(enabled), JSON.stringify(masked), sealed, createdAt, now];

/** Enabling one, or giving one that is enabled other settings, takes back why it was disabled or held. */
const channelChange = (before: ConfiguredChannel, after: ConfiguredChannel, now: number): Value[] => [
  ...channelRow(after, now),
  bit(after.enabled && (!before.enabled || before.sealed !== after.sealed)),
  bit(before.sealed !== after.sealed),
];

const CHANGE_CHANNEL = `UPDATE channels SET name = j.value ->> 2, enabled = j.value ->> 3,
    masked = iif(j.value ->> 9, j.value ->> 4, masked), sealed = iif(j.value ->> 9, j.value ->> 5, sealed),
    disabled_reason = iif(j.value ->> 8, NULL, disabled_reason), paused_until = iif(j.value ->> 8, 0, paused_until),
    paced_until = iif(j.value ->> 8, 0, paced_until), failing_since = iif(j.value ->> 8, NULL, failing_since),
    updated_at = j.value ->> 7
  FROM json_each(?1) j WHERE channels.id = j.value ->> 0`;

const SUBSCRIPTION = "id, name, watchlist_id, target_id, channel_id, events, enabled, options, created_at, updated_at";

const subscriptionRow = (one: ConfigWrites["subscriptions"]["create"][number], now: number): Value[] => [
  ...columnsOf(one),
  one.createdAt,
  now,
];

const CHANGE_SUBSCRIPTION = `UPDATE subscriptions SET name = j.value ->> 1, watchlist_id = j.value ->> 2,
    target_id = j.value ->> 3, channel_id = j.value ->> 4, events = j.value ->> 5, enabled = j.value ->> 6,
    options = j.value ->> 7, updated_at = j.value ->> 9
  FROM json_each(?1) j WHERE subscriptions.id = j.value ->> 0`;

const DIGEST =
  "id, name, channel_id, watchlist_id, schedule, timezone, period, sections, enabled, next_at, created_at, updated_at";

const digestRow = (one: Digest, now: number): Value[] => [
  one.id,
  one.name,
  one.channelId,
  one.watchlistId,
  one.schedule,
  one.timezone,
  one.period,
  JSON.stringify(one.sections),
  bit(one.enabled),
  one.nextAt,
  one.createdAt,
  now,
];

// The tick moves next_at too: it is written only where the times themselves change.
const CHANGE_DIGEST = `UPDATE digests SET name = j.value ->> 1, channel_id = j.value ->> 2, watchlist_id = j.value ->> 3,
    schedule = j.value ->> 4, timezone = j.value ->> 5, period = j.value ->> 6, sections = j.value ->> 7,
    enabled = j.value ->> 8, next_at = iif(j.value ->> 12, j.value ->> 9, next_at), updated_at = j.value ->> 11
  FROM json_each(?1) j WHERE digests.id = j.value ->> 0`;

const SILENCE = "id, target_id, watchlist_id, type, until, reason, created_at";

const silenceRow = (one: Silence): Value[] => [
  one.id,
  one.targetId,
  one.watchlistId,
  one.type,
  one.until,
  one.reason,
  one.createdAt,
];

const CHANGE_SILENCE = `UPDATE silences SET target_id = j.value ->> 1, watchlist_id = j.value ->> 2, type = j.value ->> 3,
    until = j.value ->> 4, reason = j.value ->> 5
  FROM json_each(?1) j WHERE silences.id = j.value ->> 0`;
