import { channelKinds } from "../../channels/registry.ts";
import type { OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { Brought } from "./brought.ts";
import { divided, type DivideDeps, type Together } from "./divide.ts";
import { exchangeOf } from "./exchange.ts";
import { withUpdates } from "./message.ts";
import type { Taken, TakenChannel, TakenDelivery, Tried } from "./outbox.ts";
import { channelChange, mayHaveArrived, untried, verdictOf } from "./verdict.ts";
import { boardWording, digestWording, eventWording, type Lines, type Wording, type WordingDeps } from "./wording.ts";

export interface AttemptDeps extends WordingDeps, DivideDeps {
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  count(key: string): void;
  random(): number;
}

/** What is said by one attempt. */
export interface Said extends Together {
  /** Null where the delivery brings events. */
  brings: Brought | null;
}

/** The most calls that an attempt makes: an edit, the message anew, then as plain text. */
export const MOST_CALLS = 3;

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
  let told = { ...worded(said), more: false };
  const plainly = async (): Promise<Wording> => {
    const { more, ...part } = await divided(channel, said, taken, true, deps);
    told = { ...worded(part), more };
    return told.say;
  };
  const startedAt = deps.wallNow();
  const { outcome, status, edited, recalled, exchange } = await trySending(
    channel,
    head,
    edit,
    { say: told.say, plainly },
    deps,
  );
  const attempted = { at: now, status, error: null, durationMs: deps.wallNow() - startedAt };
  const verdict = verdictOf(head, outcome, attempted, now, deps.random());
  const settlement = { ...verdict.settlement, exchange };
  deps.count(`deliveries|${channel.kind}|${countedAs(outcome)}`);
  if (settlement.status === "sent") {
    if (edited !== null) settlement.messageRef = edited;
    if (edited !== null && !isBoard) settlement.updated = { of: head.edits!.id, items: told.lines };
    else if (edited === null && told.riders.length > 0 && !recalled)
      settlement.updated = { of: head.id, items: told.lines };
  }
  // A message that stands already does not say what came since, nor does a part the updates of another: that is edited in.
  const goesWith = new Set(recalled ? [] : told.riders.map(({ id }) => id));
  const tried: Tried = {
    deliveries: [
      settlement,
      ...said.riders.map(({ id }) =>
        goesWith.has(id) ? { ...settlement, id, updated: null, exchange: null } : untried(id, now),
      ),
    ],
    channel: channelChange(channel, outcome, verdict, now, deps.wallNow()),
    arrived: outcome.kind === "sent" && channel.failingSince !== null ? { channelId: channel.id, at: now } : null,
  };
  return { tried, more: told.more };
}

/** The lines of the message: of one that stands already those that it has, with what is new. */
function linesOf(
  { head, riders }: Together,
  edit: string | null,
  { events }: Pick<Taken, "events">,
  now: number,
): Lines {
  const items = [head, ...riders].flatMap((one) => one.items);
  const own = withUpdates([], items, events, null);
  return {
    all: edit === null || head.edits === null ? own : withUpdates(head.edits.items, head.items, events, now),
    own,
  };
}

const countedAs = (outcome: Outcome): string =>
  outcome.kind === "sent" ? "sent" : outcome.kind === "later" ? "retry" : "dead";

interface Sent {
  outcome: Outcome;
  status: number | null;
  /** The message that was brought up to date. */
  edited: string | null;
  /** True where the message may be the one of an earlier attempt, whose answer never came. */
  recalled: boolean;
  /** The last request with its answer; null where none was sent. */
  exchange: Exchange | null;
}

/** One attempt: the message, then once more as plain text where its form was refused (what one text names of it), or anew where the edited one is no more. */
async function trySending(
  channel: TakenChannel,
  head: TakenDelivery,
  edit: string | null,
  { say, plainly }: { say: Wording; plainly: () => Promise<Wording> },
  deps: AttemptDeps,
): Promise<Sent> {
  const kind = channelKinds[channel.kind]!;
  const none = { status: null, edited: null, recalled: false, exchange: null };
  if (channel.settings === null) return { ...none, outcome: deadOf("no key opens the channel's settings") };
  const lost = edit === null && mayHaveArrived(head.attempts);
  const found = lost ? await looked(channel, head.id, deps) : null;
  if (found !== null) return found;
  const once = async (words: Wording, ref: string | null, plain: boolean) => {
    const request = worded(words, ref, plain, deps);
    if ("nothing" in request) return { outcome: deadOf(request.nothing), status: null, exchange: null };
    const answer = await deps.send(request);
    return {
      outcome: kind.judge(answer, { edit: ref, plain }),
      status: answer.status,
      exchange: exchangeOf(request, answer, channel.settings),
    };
  };
  let ref = edit;
  let result = await once(say, ref, false);
  if (result.outcome.kind === "vanished" && ref !== null) result = await once(say, (ref = null), false);
  if (result.outcome.kind === "reformat") result = await once(await plainly(), ref, true);
  return { ...result, edited: ref, recalled: lost && kind.recall === "repeat" };
}

/** Asks whether the message of an earlier attempt stands; null where it does not, or nobody can tell. */
async function looked(channel: TakenChannel, deliveryId: string, deps: AttemptDeps): Promise<Sent | null> {
  const { recall } = channelKinds[channel.kind]!;
  if (recall === undefined || recall === "repeat") return null;
  const answer = await deps.send(recall.request({ settings: channel.settings, deliveryId, bases: deps.bases }));
  const found = recall.found(answer, deliveryId);
  const said = { status: answer.status, edited: null, recalled: true, exchange: null };
  if ("kind" in found) return { ...said, outcome: found };
  return found.ref === null ? null : { ...said, outcome: { kind: "sent", ref: found.ref, pauseSeconds: 0 } };
}

/** A message that throws while it is put into words must not hold up the others: it is dead by itself. */
function worded(say: Wording, edit: string | null, plain: boolean, deps: AttemptDeps): ReturnType<Wording> {
  try {
    return say(edit, plain);
  } catch (thrown) {
    deps.bug(thrown);
    return { nothing: "it could not be put into words; the log says why" };
  }
}

const deadOf = (reason: string): Outcome => ({ kind: "dead", reason });
