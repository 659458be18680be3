import { idOf, type PlannedDelivery } from "../commit.ts";
import type { DeliveryItem, Unwatched } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { derivedId, eventId } from "../../core/ids.ts";
import { eventTypes } from "../../kinds/events.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { Json } from "../../core/json.ts";
import { REASONS } from "./match.ts";
import { route, type RouteDeps } from "./route.ts";

/** A target that was live when it was removed, paused or given another identity. */
interface UnwatchedTarget extends Omit<Unwatched, "seenAt"> {
  targetId: string;
  kind: string;
  state: Json;
  /** The last successful poll, epoch ms. */
  lastOkAt: number | null;
}

/** A delivery that edits a message, or is held with the start that it edits. */
export interface MessageEdit extends Pick<
  PlannedDelivery,
  "channelId" | "status" | "reason" | "edits" | "heldUntil" | "items"
> {
  id: string;
}

export interface UnwatchedDeps extends RouteDeps {
  /** The targets whose alerts are not edited yet, at most this many. */
  unwatched(most: number): Promise<UnwatchedTarget[]>;
  /** Creates the edits, and forgets the targets, in one step. */
  settleUnwatched(edits: MessageEdit[], targets: UnwatchedTarget[], now: number): Promise<void>;
}

/** The most targets in one tick. Later ticks edit the alerts of others. */
const MAX_UNWATCHED = 1000;

/**
 * Edits the alerts of targets that are no longer watched: they said that somebody is live, and no poll will see the
 * end. Whoever would be told of the end by an edit is told this. It is no event: nobody saw an end.
 */
export async function editUnwatched(now: number, deps: UnwatchedDeps): Promise<void> {
  const targets = await deps.unwatched(MAX_UNWATCHED);
  if (targets.length === 0) return;
  const how = new Map(targets.flatMap(standingOf));
  const starts = how.size === 0 ? [] : await deps.followed([...how.keys()]);
  const ends = starts.flatMap(endOf);
  const startOf = new Map(ends.map(({ id, follows }) => [id, follows!.eventId]));
  // What the ends follow is loaded already.
  const routing = { ...deps, followed: async () => starts };
  const { deliveries } = await route(ends, { tick: now, slot: null, batches: 1 }, routing);
  const itemOf = ({ event: end }: DeliveryItem): DeliveryItem => {
    const event = startOf.get(end)!;
    return { event, mentions: [], unwatched: how.get(event)! };
  };
  const edits = deliveries
    .filter(isEdit)
    .map((one) => ({ ...one, id: derivedId("dlv", idOf(one, now), "unwatched"), items: one.items.map(itemOf) }));
  await deps.settleUnwatched(edits, targets, now);
}

/** The start of the open session by its id, if it was told, and what is known of it. */
function standingOf({ targetId, why, at, kind, state: known, lastOkAt }: UnwatchedTarget): [string, Unwatched][] {
  const standing = known === null ? null : (targetKinds[kind]?.verdicts?.standing(known) ?? null);
  if (standing === null) return [];
  const { told, seenAt } = standing;
  return [[eventId(targetId, told.type, told.key), { why, at, seenAt: seenAt ?? lastOkAt ?? told.detectedAt }]];
}

/** The end of a start, for routing only. */
function endOf(start: Event): Event[] {
  const type = Object.keys(eventTypes).find((one) => eventTypes[one]!.ends === start.type);
  if (type === undefined) return [];
  const follows = { eventId: start.id, detectedAt: start.detectedAt };
  return [{ ...start, id: derivedId("evt", start.id, "unwatched"), type, follows }];
}

/** Reports whether a delivery changes an alert. Others would be news of an end. */
const isEdit = ({ status, edits, reason }: PlannedDelivery): boolean =>
  (status === "pending" && edits !== null) || (status === "held" && reason === REASONS.quietWithStart);
