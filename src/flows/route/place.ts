import { channelKinds } from "../../channels/registry.ts";
import type { PlannedDelivery } from "../../core/commit.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { madeId } from "../../core/ids.ts";
import type { Mention } from "../../core/notice.ts";
import { quietEnd } from "../../core/quiet-hours.ts";
import type { Subscription } from "../../core/subscription.ts";
import { ignoresEnd, type Match } from "./match.ts";

/** The tick at which events came in (epoch ms), and which of its batches brought them; null for none of them. */
export interface Moment {
  tick: number;
  slot: number | null;
  batches: number;
}

/** An earlier delivery that told an event on a channel, or holds it back; its summary, where that went out. */
export interface EarlierDelivery {
  channelId: string;
  eventId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** When what is held goes out, epoch ms. */
  heldUntil: number | null;
}

/** A grouped message waits this long for the other batches of its tick. */
export const GATHER_MS = 2000;

/** What one subscription makes of an event at this moment. */
type Disposition = { kind: "tell" } | { kind: "hold"; until: number } | { kind: "drop"; reason: string };

function dispose({ subscription, cooling }: Match["wanting"][number], at: number): Disposition {
  const { quietHours, cooldownSeconds } = subscription;
  if (cooling) return { kind: "drop", reason: `told less than ${cooldownSeconds} s ago (cooldown)` };
  const until = quietHours === null ? null : quietEnd(quietHours, at);
  if (until === null) return { kind: "tell" };
  return quietHours?.action === "drop" ? { kind: "drop", reason: "quiet hours" } : { kind: "hold", until };
}

/**
 * The delivery that a match belongs in; null where it is not to be told. Of several subscriptions the oldest that does
 * not hold or drop decides how; mentions of those that tell add up. An edit of what was told ignores quiet hours.
 */
export function place(match: Match, earlier: EarlierDelivery[], moment: Moment): PlannedDelivery | null {
  const { event, channel, wanting, silence } = match;
  const kind = channelKinds[channel.kind]!;
  const ways = wanting.map((one) => ({ subscription: one.subscription, way: dispose(one, moment.tick) }));
  const telling = ways.filter(({ way }) => way.kind === "tell");
  const { subscription: decider } = telling[0] ?? ways[0]!;
  if (ignoresEnd(decider, event)) return null;
  const item = itemOf(
    event,
    decider,
    (telling.length > 0 ? telling : ways).map(({ subscription }) => subscription),
  );
  const make = makerOf(match, item, moment);
  const suppressed = (reason: string) => make("suppressed", event.id, { reason });
  const held = (heldUntil: number, reason: string) =>
    kind.groups
      ? make("held", `held ${heldUntil}`, { reason, heldUntil, joins: true })
      : make("held", event.id, { reason, heldUntil });
  if (!channel.enabled) return suppressed(`channel disabled: ${channel.disabledReason ?? "by hand"}`);
  const start = earlier.find((one) => one.channelId === channel.id && one.eventId === event.follows?.eventId);
  if (start !== undefined && kind.groups) {
    const editable = start.status === "sent" && decider.onEnd === "edit" && kind.edits;
    if (editable || start.status === "pending") {
      const silent = { ...item, mentions: [] };
      return make("pending", `edit ${start.deliveryId}`, { items: [silent], edits: start.deliveryId, joins: true });
    }
    if (start.status === "suppressed") return suppressed("its start was suppressed");
    if (start.status === "held" && start.heldUntil !== null)
      return held(start.heldUntil, "quiet hours, with its start");
  }
  if (silence !== null) return suppressed(`silenced${silence.reason === "" ? "" : `: ${silence.reason}`}`);
  if (telling.length > 0)
    return kind.groups && decider.group ? make("pending", "group", { joins: true }) : make("pending", event.id);
  const holding = ways.find(({ way }) => way.kind === "hold")?.way;
  if (holding?.kind === "hold") return held(holding.until, "quiet hours");
  const dropping = ways[0]!.way;
  return suppressed(dropping.kind === "drop" ? dropping.reason : "not told");
}

/** Makes the deliveries of one match; those of one name are one. `joins`: other batches of the tick may add to it. */
const makerOf =
  ({ event, channel }: Match, item: DeliveryItem, { tick, slot, batches }: Moment) =>
  (
    status: DeliveryStatus,
    name: string,
    { joins = false, ...more }: Partial<PlannedDelivery> & { joins?: boolean } = {},
  ): PlannedDelivery => ({
    id: madeId("dlv", channel.id, tick, name),
    spillId: joins ? madeId("dlv", channel.id, tick, name, slot ?? -1, event.id) : null,
    channelId: channel.id,
    status,
    reason: null,
    items: [item],
    edits: null,
    heldUntil: null,
    openUntil: joins && batches > 1 ? tick + GATHER_MS : 0,
    ...more,
  });

/** The line of an event in a delivery: the words are those of `decider`, the mentions those of all that tell it. */
export function itemOf({ id, type }: Event, { template }: Subscription, telling: Subscription[]): DeliveryItem {
  const mentions = telling.flatMap(({ mention }): [string, Mention][] =>
    mention === null ? [] : [[JSON.stringify(mention), mention]],
  );
  const own = template[type];
  return { event: id, mentions: [...new Map(mentions).values()], ...(own === undefined ? {} : { template: own }) };
}
