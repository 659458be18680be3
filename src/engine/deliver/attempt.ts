import { channelKinds } from "../../channels/registry.ts";
import type { Outcome } from "../../channels/kind.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import { channelChange, isRecovery } from "./channel-change.ts";
import { type DeliveryGroup, split, type SplitDeps } from "./split.ts";
import { editedBy, linesOf, removedBy } from "./lines.ts";
import type { AttemptOutcome, Settlement, Taken, TakenChannel, TakenDelivery } from "./outbox.ts";
import { type Attachments, type SendingDeps, type Sent, tryRemoving, trySending } from "./sending.ts";
import { threadOwner } from "./outbox-due.ts";
import { mayFollow, untried, verdictOf } from "./verdict.ts";
import { boardWording, digestWording, eventWording, type Wording } from "./wording.ts";
import { untilFixed } from "../../channels/outcome.ts";

export interface AttemptDeps extends SendingDeps, SplitDeps {
  /**
   * Stores settings of a destination that has moved, with an audit entry. Returns the channel with them; null if it was
   * changed since it was claimed.
   */
  follow(channel: TakenChannel, settings: Record<string, string>): Promise<TakenChannel | null>;
  count(key: string): void;
  random(): number;
}

/** The content of one attempt. */
export interface MessageContent extends DeliveryGroup {
  /** Null if the delivery carries events. */
  attachments: Attachments | null;
}

/** The result of an attempt; `more` if something is due at once: a part that was split off, or the same again. */
export interface Attempted {
  tried: AttemptOutcome;
  more: boolean;
  /** The channel that was tried, with its new address if it has moved. */
  channel: TakenChannel;
}

/** Makes one attempt at `now` (tick time), and decides the outcome for each delivery and the channel. */
export async function attempt(
  channel: TakenChannel,
  reported: MessageContent,
  taken: Pick<Taken, "taker" | "events">,
  now: number,
  deps: AttemptDeps,
): Promise<Attempted> {
  const { head, attachments: brings } = reported;
  const isBoard = brings !== null && "board" in brings;
  const kind = channelKinds[channel.kind]!;
  const edit = editedBy(channel, head);
  const draws = brings !== null && "edition" in brings && kind.pictures === "file";
  const draw = draws ? await deps.pictures.drawer() : null;
  const worded = (part: DeliveryGroup) => {
    const lines = linesOf(part, edit, taken, now);
    const { events } = taken;
    const say =
      brings === null
        ? eventWording(channel, head, lines, events, edit !== null, deps)
        : "board" in brings
          ? boardWording(channel, head, brings.board, deps)
          : digestWording(channel, head, { edition: brings.edition, draw }, deps);
    return { ...part, lines: lines.all, say };
  };
  let message = { ...worded(reported), more: false };
  const plainly = async (): Promise<Wording> => {
    const { more, ...part } = await split(channel, reported, taken, true, deps);
    message = { ...worded(part), more };
    return message.say;
  };
  const startedAt = deps.wallNow();
  const owner = threadOwner(taken.events.get(head.items[0]?.event ?? ""));
  const removes = removedBy(channel, reported, edit, taken, now);
  const first = await tryOnce(channel, head, { edit, removes, owner }, { say: message.say, plainly }, now, deps);
  const { came, at } = await followed(channel, head, first, deps);
  const { outcome, status, edited, recalled, exchange } = came;
  const attempted = { at: now, status, error: null, durationMs: deps.wallNow() - startedAt };
  const verdict = verdictOf(head, channel, outcome, attempted, now, deps.random());
  const settlement = { ...verdict.settlement, exchange };
  deps.count(`deliveries|${channel.kind}|${countedAs(outcome)}`);
  const sent = settlement.status === "sent";
  const placed = sent && isBoard && edited === null;
  if (placed) Object.assign(settlement, placedBoard(outcome, now));
  else if (sent) Object.assign(settlement, arrived(reported, message, came));
  // Follow-ups stay pending if the message already existed, or if updates belong to another part. They are edited in
  // later.
  const goesWith = new Set(recalled ? [] : message.riders.map(({ id }) => id));
  const tried: AttemptOutcome = {
    deliveries: [
      settlement,
      ...reported.riders.map(({ id }) =>
        goesWith.has(id) ? { ...settlement, id, updated: null, exchange: null } : untried(id, now),
      ),
    ],
    channel: channelChange(at, came, verdict, now, deps.wallNow()),
    arrived: isRecovery(channel, outcome) ? { channelId: channel.id, at: now } : null,
    ...openedThread(channel, owner, outcome),
  };
  const again = outcome.kind === "moved" || (placed && settlement.status === "pending");
  return { tried, more: message.more || again, channel: at };
}

/** Stores the new address of a destination that has moved. One that keeps moving has to be fixed by a person. */
async function followed(
  channel: TakenChannel,
  head: TakenDelivery,
  came: Sent,
  deps: AttemptDeps,
): Promise<{ came: Sent; at: TakenChannel }> {
  const { outcome } = came;
  if (outcome.kind !== "moved") return { came, at: channel };
  if (!mayFollow(head)) return { came: { ...came, outcome: untilFixed("address", outcome.reason) }, at: channel };
  return { came, at: (await deps.follow(channel, outcome.settings)) ?? channel };
}

/** Deletes the message, or sends it. */
function tryOnce(
  channel: TakenChannel,
  head: MessageContent["head"],
  { edit, removes, owner }: { edit: string | null; removes: string | null; owner: string },
  words: Parameters<typeof trySending>[3],
  now: number,
  deps: AttemptDeps,
): Promise<Sent> {
  const thread = channel.threads?.[owner] ?? null;
  if (removes !== null) return tryRemoving(channel, removes, thread, deps);
  return trySending(channel, head, { edit, thread }, words, now, deps);
}

/** The thread that a message opened, if any. */
const openedThread = (
  { id, threads }: TakenChannel,
  target: string,
  outcome: Outcome,
): Pick<AttemptOutcome, "opened"> =>
  outcome.kind !== "sent" || outcome.thread === undefined || threads?.[target] === outcome.thread
    ? {}
    : { opened: { channelId: id, target, thread: outcome.thread } };

/** The message that now exists, and its lines if they changed. */
function arrived(
  { head, attachments: brings }: MessageContent,
  message: DeliveryGroup & { lines: DeliveryItem[] },
  { edited, recalled }: Sent,
) {
  const own = edited === null ? {} : { messageRef: edited };
  const isBoard = brings !== null && "board" in brings;
  if (edited !== null && !isBoard) return { ...own, updated: { of: head.edits!.id, items: message.lines } };
  if (edited === null && message.riders.length > 0 && !recalled)
    return { updated: { of: head.id, items: message.lines } };
  return own;
}

/** After a board's placeholder was sent, its content is edited in. That needs the id of the message. */
const placedBoard = (outcome: Outcome, now: number): Partial<Settlement> =>
  outcome.kind === "sent" && outcome.ref !== null
    ? { status: "pending", nextAttemptAt: now, sentAt: null }
    : { status: "dead", reason: "the chat's answer has no message ID", sentAt: null };

const countedAs = (outcome: Outcome): string =>
  outcome.kind === "sent" ? "sent" : outcome.kind === "later" || outcome.kind === "moved" ? "retry" : "dead";
