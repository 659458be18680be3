import { channelKinds } from "../../channels/registry.ts";
import type { RoutedRequest } from "../../core/pauses.ts";
import { editedBy, removedBy } from "./lines.ts";
import type { Taken, TakenChannel } from "./outbox.ts";
import type { DeliveryGroup } from "./split.ts";
import { threadOwner } from "./threads.ts";
import { mayHaveArrived } from "./verdict.ts";

/** Discord limits edits of messages that are older than this. */
const OLD_MS = 3_600_000;

/** The thread of a delivery's requests; "" if its channel has none, or none is open yet. */
const threadFor = (
  { threads }: Pick<TakenChannel, "threads">,
  { items }: DeliveryGroup["head"],
  { events }: Pick<Taken, "events">,
): string => threads?.[threadOwner(events.get(items[0]?.event ?? ""))] ?? "";

/** The requests with which an attempt at `now` (tick time) would start, as a destination may limit them. */
export function startsWith(
  channel: TakenChannel,
  group: DeliveryGroup,
  taken: Pick<Taken, "events">,
  now: number,
  wallNow: number,
): RoutedRequest[] {
  const { head } = group;
  const kind = channelKinds[channel.kind]!;
  const thread = threadFor(channel, head, taken);
  const edit = editedBy(channel, head);
  if (edit === null) {
    const asks = typeof kind.recall === "object" && mayHaveArrived(head.attempts);
    return [...(asks ? [{ route: "lookup", thread } as const] : []), { route: "post", thread }];
  }
  if (removedBy(channel, group, edit, taken, now) !== null) return [{ route: "remove", thread }];
  const postedAt = kind.postedAt?.(edit) ?? null;
  const isOld = postedAt !== null && wallNow - postedAt > OLD_MS;
  return [{ route: "edit", thread }, ...(isOld ? [{ route: "editOld", thread: "" } as const] : [])];
}
