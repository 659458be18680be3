import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import { withUpdates } from "./message.ts";
import type { Taken, TakenChannel, TakenDelivery } from "./outbox.ts";
import type { DeliveryGroup } from "./split.ts";
import type { Lines } from "./wording.ts";

/** The message that an attempt edits or deletes; null for a new one. */
export function editedBy({ kind }: Pick<TakenChannel, "kind">, head: TakenDelivery): string | null {
  const ref = head.board === null ? (head.edits?.messageRef ?? null) : head.messageRef;
  return channelKinds[kind]!.editing === undefined ? null : ref;
}

/** The lines of the message. An edited message keeps its lines, with updates and new ones. */
export function linesOf(
  { head, riders: followUps }: DeliveryGroup,
  edit: string | null,
  { events }: Pick<Taken, "events">,
  now: number,
): Lines {
  const items = [head, ...followUps].flatMap((one) => one.items);
  // A start whose target is unwatched is only brought up to date, and not sent again.
  const isNew = (one: DeliveryItem) => head.edits === null || one.unwatched === undefined;
  const own = withUpdates([], items.filter(isNew), events, null);
  return {
    all: edit === null || head.edits === null ? own : withUpdates(head.edits.items, head.items, events, now),
    own,
  };
}

/** The message to delete, because none of its lines is left; null if there is none. */
export function removedBy(
  { kind }: Pick<TakenChannel, "kind">,
  group: DeliveryGroup,
  edit: string | null,
  taken: Pick<Taken, "events">,
  now: number,
): string | null {
  const { board, edition } = group.head;
  if (edit === null || board !== null || edition !== null || channelKinds[kind]!.editing === undefined) return null;
  return linesOf(group, edit, taken, now).all.every(({ removes }) => removes) ? edit : null;
}
