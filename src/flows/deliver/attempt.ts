import { channelKinds } from "../../channels/registry.ts";
import type { Outcome } from "../../channels/kind.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import { channelChange, isRecovery } from "./channel-change.ts";
import type { Attachments } from "./brought.ts";
import { split, type SplitDeps, type Together } from "./divide.ts";
import { withUpdates } from "./message.ts";
import type { Settlement, Taken, TakenChannel, Tried } from "./outbox.ts";
import { tryRemoving, trySending, type SendingDeps, type Sent } from "./sending.ts";
import { untried, verdictOf } from "./verdict.ts";
import { boardWording, digestWording, eventWording, type Lines, type Wording } from "./wording.ts";

export interface AttemptDeps extends SendingDeps, SplitDeps {
  count(key: string): void;
  random(): number;
}

/** What is said by one attempt. */
export interface Said extends Together {
  /** Null where the delivery brings events. */
  brings: Attachments | null;
}

/** What an attempt came to; `more` where a part of what it was to tell is due by itself. */
export interface Attempted {
  tried: Tried;
  more: boolean;
}

/** One attempt at `now` (tick time), and what it means for each delivery and the channel. */
export async function attempt(
  channel: TakenChannel,
  said: Said,
  taken: Pick<Taken, "taker" | "events">,
  now: number,
  deps: AttemptDeps,
): Promise<Attempted> {
  const { head, brings } = said;
  const isBoard = brings !== null && "board" in brings;
  const before = isBoard ? head.messageRef : (head.edits?.messageRef ?? null);
  const kind = channelKinds[channel.kind]!;
  const edit = kind.edits ? before : null;
  const draws = brings !== null && "edition" in brings && kind.pictures === "file";
  const draw = draws ? await deps.pictures.drawer() : null;
  const worded = (part: Together) => {
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
  let message = { ...worded(said), more: false };
  const plainly = async (): Promise<Wording> => {
    const { more, ...part } = await split(channel, said, taken, true, deps);
    message = { ...worded(part), more };
    return message.say;
  };
  const startedAt = deps.wallNow();
  const emptied =
    edit !== null && brings === null && linesOf(said, edit, taken, now).all.every(({ removes }) => removes);
  const came =
    emptied && kind.removal !== undefined
      ? await tryRemoving(channel, edit, deps)
      : await trySending(channel, head, edit, { say: message.say, plainly }, deps);
  const { outcome, status, edited, recalled, exchange } = came;
  const attempted = { at: now, status, error: null, durationMs: deps.wallNow() - startedAt };
  const verdict = verdictOf(head, channel, outcome, attempted, now, deps.random());
  const settlement = { ...verdict.settlement, exchange };
  deps.count(`deliveries|${channel.kind}|${countedAs(outcome)}`);
  const sent = settlement.status === "sent";
  const placed = sent && isBoard && edited === null;
  if (placed) Object.assign(settlement, placedBoard(outcome, now));
  else if (sent) Object.assign(settlement, arrived(said, message, came));
  // A message that stands already does not say what came since, nor does a part the updates of another: that is edited in.
  const goesWith = new Set(recalled ? [] : message.riders.map(({ id }) => id));
  const tried: Tried = {
    deliveries: [
      settlement,
      ...said.riders.map(({ id }) =>
        goesWith.has(id) ? { ...settlement, id, updated: null, exchange: null } : untried(id, now),
      ),
    ],
    channel: channelChange(channel, came, verdict, now, deps.wallNow()),
    arrived: isRecovery(channel, outcome) ? { channelId: channel.id, at: now } : null,
  };
  return { tried, more: message.more || (placed && settlement.status === "pending") };
}

/** Which message stands now, and what it says beyond what is known of it. */
function arrived({ head, brings }: Said, message: Together & { lines: DeliveryItem[] }, { edited, recalled }: Sent) {
  const own = edited === null ? {} : { messageRef: edited };
  const isBoard = brings !== null && "board" in brings;
  if (edited !== null && !isBoard) return { ...own, updated: { of: head.edits!.id, items: message.lines } };
  if (edited === null && message.riders.length > 0 && !recalled)
    return { updated: { of: head.id, items: message.lines } };
  return own;
}

/** A board's placeholder stands: what the board says is edited in once it is known which message that is. */
const placedBoard = (outcome: Outcome, now: number): Partial<Settlement> =>
  outcome.kind === "sent" && outcome.ref !== null
    ? { status: "pending", nextAttemptAt: now, sentAt: null }
    : { status: "dead", reason: "the chat did not say which message it is", sentAt: null };

/** The lines of the message: of one that stands already those that it has, with what is new. */
function linesOf(
  { head, riders: followUps }: Together,
  edit: string | null,
  { events }: Pick<Taken, "events">,
  now: number,
): Lines {
  const items = [head, ...followUps].flatMap((one) => one.items);
  const own = withUpdates([], items, events, null);
  return {
    all: edit === null || head.edits === null ? own : withUpdates(head.edits.items, head.items, events, now),
    own,
  };
}

const countedAs = (outcome: Outcome): string =>
  outcome.kind === "sent" ? "sent" : outcome.kind === "later" ? "retry" : "dead";
