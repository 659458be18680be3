import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import { derivedId } from "../../core/ids.ts";

/** A delivery whose quiet hours have ended. */
export interface HeldDelivery {
  id: string;
  channelId: string;
  channelKind: string;
  items: DeliveryItem[];
  heldUntil: number;
}

/** The delivery that sends what was held. */
interface Summary {
  id: string;
  channelId: string;
  items: DeliveryItem[];
  holds: string[];
}

export interface ReleaseDeps {
  /** The held deliveries that are due, the shortest held first; at most `MAX_RELEASED`. */
  dueHeld(now: number): Promise<HeldDelivery[]>;
  /** Creates those summaries whose events have not been sent meanwhile. The others remain due. */
  summarize(summaries: Summary[], now: number): Promise<void>;
}

/** The maximum number of held deliveries to release together, because a summary has a maximum size. */
export const MAX_RELEASED = 500;

/**
 * Releases what quiet hours held: one summary per channel, or one message per event if its kind does not group.
 * Deliveries found by a later run get another summary.
 */
export async function release(now: number, deps: ReleaseDeps): Promise<void> {
  const held = await deps.dueHeld(now);
  if (held.length > 0) await deps.summarize(summariesOf(held), now);
}

function summariesOf(held: HeldDelivery[]): Summary[] {
  const groups = new Map<string, Omit<Summary, "id">>();
  for (const { id, channelId, channelKind, items, heldUntil } of held) {
    const alone = !channelKinds[channelKind]?.groups;
    for (const item of items) {
      const key = alone ? `${id} ${item.event}` : `${channelId} ${heldUntil}`;
      const group = groups.get(key) ?? { channelId, items: [], holds: [] };
      group.items.push(item);
      if (!group.holds.includes(id)) group.holds.push(id);
      groups.set(key, group);
    }
  }
  return [...groups].map(([key, group]) => ({ ...group, id: derivedId("dlv", "summary", key, ...group.holds) }));
}
