import { channelKinds } from "../../channels/registry.ts";
import type { OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { Edition } from "../digest/digest.ts";
import { exchangeOf } from "./exchange.ts";
import { withUpdates } from "./message.ts";
import type { Taken, TakenChannel, TakenDelivery, Tried } from "./outbox.ts";
import { channelChange, mayHaveArrived, untried, verdictOf } from "./verdict.ts";
import { digestWording, eventWording, type Wording, type WordingDeps } from "./wording.ts";

export interface AttemptDeps extends WordingDeps {
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  count(key: string): void;
  random(): number;
  /** A message that could not be put into words, or a channel that could not be served: it goes to the log, and not out. */
  bug(thrown: unknown): void;
}

/** What is said by one attempt: a delivery, and the updates of its message that go out together with it. */
export interface Said {
  head: TakenDelivery;
  riders: TakenDelivery[];
  /** Of a digest; null where it is no longer kept, or the delivery brings events. */
  edition: Edition | null;
}

/** The most calls that an attempt makes: an edit, the message anew, then as plain text. */
export const MOST_CALLS = 3;

/** One attempt at `now` (tick time), and what it means for each delivery and the channel. */
export async function attempt(
  channel: TakenChannel,
  { head, riders, edition }: Said,
  { events }: Pick<Taken, "events">,
  now: number,
  deps: AttemptDeps,
): Promise<Tried> {
  const kind = channelKinds[channel.kind]!;
  const edit = kind.edits ? (head.edits?.messageRef ?? null) : null;
  const own = withUpdates(
    [],
    [head, ...riders].flatMap(({ items }) => items),
    events,
    null,
  );
  const items = edit === null ? own : withUpdates(head.edits!.items, head.items, events, now);
  const say =
    head.edition === null
      ? eventWording(channel, head, { all: items, own }, events, edit !== null, deps)
      : digestWording(channel, head, edition, deps);
  const startedAt = deps.wallNow();
  const { outcome, status, edited, recalled, exchange } = await trySending(channel, head, edit, say, deps);
  const tried = { at: now, status, error: null, durationMs: deps.wallNow() - startedAt };
  const verdict = verdictOf(head, outcome, tried, now, deps.random());
  const settlement = { ...verdict.settlement, exchange };
  deps.count(`deliveries|${channel.kind}|${countedAs(outcome)}`);
  if (settlement.status === "sent") {
    if (edited !== null) Object.assign(settlement, { messageRef: edited, updated: { of: head.edits!.id, items } });
    else if (riders.length > 0 && !recalled) settlement.updated = { of: head.id, items };
  }
  return {
    // A message that stands already does not say what came since: that is edited in.
    deliveries: [
      settlement,
      ...riders.map(({ id }) => (recalled ? untried(id, now) : { ...settlement, id, updated: null, exchange: null })),
    ],
    channel: channelChange(channel, outcome, verdict, now, deps.wallNow()),
    arrived: outcome.kind === "sent" && channel.failingSince !== null ? { channelId: channel.id, at: now } : null,
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

/** One attempt: the message, then once more as plain text where its form was refused, or anew where the edited one is no more. */
async function trySending(
  channel: TakenChannel,
  head: TakenDelivery,
  edit: string | null,
  say: Wording,
  deps: AttemptDeps,
): Promise<Sent> {
  const kind = channelKinds[channel.kind]!;
  const none = { status: null, edited: null, recalled: false, exchange: null };
  if (channel.settings === null) return { ...none, outcome: deadOf("no key opens the channel's settings") };
  const lost = edit === null && mayHaveArrived(head.attempts);
  const found = lost ? await looked(channel, head.id, deps) : null;
  if (found !== null) return found;
  const once = async (ref: string | null, plain: boolean) => {
    const request = worded(say, ref, plain, deps);
    if ("nothing" in request) return { outcome: deadOf(request.nothing), status: null, exchange: null };
    const answer = await deps.send(request);
    return {
      outcome: kind.judge(answer, { edit: ref, plain }),
      status: answer.status,
      exchange: exchangeOf(request, answer, channel.settings),
    };
  };
  let ref = edit;
  let result = await once(ref, false);
  if (result.outcome.kind === "vanished" && ref !== null) result = await once((ref = null), false);
  if (result.outcome.kind === "reformat") result = await once(ref, true);
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
