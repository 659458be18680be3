import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import { madeId } from "../../core/ids.ts";
import type { Mention } from "../../core/notice.ts";
import { isQuiet, quietUntil } from "../../core/quiet-hours.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import type { Batch } from "./batch.ts";
import type { PlannedDelivery } from "./commit.ts";
import { GATHER_MS, type Match, type Told } from "./match.ts";

/** What one subscription makes of an event at this moment. */
type Disposition = { kind: "tell" } | { kind: "hold"; until: number } | { kind: "drop"; reason: string };

function dispose({ subscription, cooling }: Match["wanting"][number], at: number): Disposition {
  const { quietHours, cooldownSeconds } = subscription;
  if (cooling) return { kind: "drop", reason: `told less than ${cooldownSeconds} s ago (cooldown)` };
  if (quietHours === null || !isQuiet(quietHours, at)) return { kind: "tell" };
  if (quietHours.action === "drop") return { kind: "drop", reason: "quiet hours" };
  return { kind: "hold", until: quietUntil(quietHours, at) };
}

/**
 * The delivery that a match belongs in; null where it is not to be told. Of several subscriptions the oldest that does
 * not hold or drop decides how; mentions of those that tell add up. An edit of what was told ignores quiet hours.
 */
export function place({ event, channel, wanting, silence }: Match, told: Told[], batch: Batch): PlannedDelivery | null {
  const kind = channelKinds[channel.kind]!;
  const ways = wanting.map((one) => ({ subscription: one.subscription, way: dispose(one, batch.tick) }));
  const telling = ways.filter(({ way }) => way.kind === "tell");
  const { subscription: decider } = telling[0] ?? ways[0]!;
  if (event.follows !== null && decider.onEnd === "ignore") return null;
  const start = told.find((one) => one.channelId === channel.id && one.eventId === event.follows?.eventId);
  const mentions = unique(
    (telling.length > 0 ? telling : ways).flatMap(({ subscription }) => subscription.mention ?? []),
  );
  const item = itemOf(event, decider, mentions);
  const make = (status: DeliveryStatus, name: string, more: Partial<PlannedDelivery> & { joins?: boolean } = {}) => {
    const { joins = false, ...rest } = more;
    return {
      id: madeId("dlv", channel.id, batch.tick, name),
      spillId: joins ? madeId("dlv", channel.id, batch.tick, name, batch.slot ?? -1, event.id) : null,
      channelId: channel.id,
      status,
      reason: null,
      items: [item],
      edits: null,
      heldUntil: null,
      openUntil: joins && batch.batches > 1 ? batch.tick + GATHER_MS : 0,
      ...rest,
    };
  };
  const suppressed = (reason: string) => make("suppressed", event.id, { reason });
  const held = (until: number, reason: string) =>
    make("held", kind.groups ? `held ${until}` : event.id, { reason, heldUntil: until, joins: kind.groups });
  if (!channel.enabled) return suppressed(`channel disabled: ${channel.disabledReason ?? "by hand"}`);
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
  if (telling.length > 0) {
    const grouped = kind.groups && decider.group;
    return make("pending", grouped ? "group" : event.id, { joins: grouped });
  }
  const holding = ways.find(({ way }) => way.kind === "hold")?.way;
  if (holding?.kind === "hold") return held(holding.until, "quiet hours");
  const dropping = ways[0]!.way;
  return suppressed(dropping.kind === "drop" ? dropping.reason : "not told");
}

function itemOf(event: Match["event"], { template }: Subscription, mentions: Mention[]): DeliveryItem {
  const own = template[event.type];
  return { event: event.id, mentions, ...(own === undefined ? {} : { template: own }) };
}

const unique = (mentions: Mention[]): Mention[] => [
  ...new Map(mentions.map((one): [string, Mention] => [JSON.stringify(one), one])).values(),
];
