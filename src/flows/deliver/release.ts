import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import { madeId } from "../../core/ids.ts";

/** A delivery that quiet hours held back, and whose time has come. */
interface HeldDelivery {
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
  dueHeld(now: number): Promise<HeldDelivery[]>;
  summarize(summaries: Summary[], now: number): Promise<void>;
}

/**
 * At the end of quiet hours all that was held on a channel goes out as one summary; an event a message where none group.
 * What is found only later has a summary of its own.
 */
export async function release(now: number, deps: ReleaseDeps): Promise<void> {
  const held = await deps.dueHeld(now);
  if (held.length > 0) await deps.summarize(summariesOf(held), now);
}

function summariesOf(held: HeldDelivery[]): Summary[] {
  const summaries = new Map<string, Summary>();
  const firsts = new Map<string, string>();
  for (const { id, channelId, channelKind, items, heldUntil } of held) {
    const group = `${channelId} ${heldUntil}`;
    const first = firsts.get(group) ?? id;
    firsts.set(group, first);
    const alone = !channelKinds[channelKind]?.groups;
    for (const item of items) {
      const key = madeId("dlv", channelId, "summary", first, alone ? item.event : "");
      const summary = summaries.get(key) ?? { id: key, channelId, items: [], holds: [] };
      summary.items.push(item);
      if (!summary.holds.includes(id)) summary.holds.push(id);
      summaries.set(key, summary);
    }
  }
  return [...summaries.values()];
}
