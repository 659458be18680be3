import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import { derivedId } from "../../core/ids.ts";

/** A delivery that quiet hours held back, and whose time has come. */
export interface HeldDelivery {
  id: string;
  channelId: string;
  channelKind: string;
  items: DeliveryItem[];
  heldUntil: number;
}

/** The delivery that tells what was held. */
interface Summary {
  id: string;
  channelId: string;
  items: DeliveryItem[];
  holds: string[];
}

export interface ReleaseDeps {
  /** The held deliveries whose time has come, those first that were held for the shortest; `MOST_RELEASED` at the most. */
  dueHeld(now: number): Promise<HeldDelivery[]>;
  /** Makes the summaries of which nothing has been told meanwhile; the rest of the others is due still. */
  summarize(summaries: Summary[], now: number): Promise<void>;
}

/** So many held deliveries are told at once at the most: a summary has its size. */
export const MAX_RELEASED = 500;

/**
 * At the end of quiet hours all that was held on a channel goes out as one summary; an event a message where none group.
 * What is found only later has a summary of its own.
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
