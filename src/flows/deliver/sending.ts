import { channelKinds } from "../../channels/registry.ts";
import type { OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import { untilFixed } from "../../channels/outcomes.ts";
import type { Exchange } from "../../core/exchange.ts";
import { exchangeOf } from "./exchange.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";
import { postsInThreads } from "./threads.ts";
import { mayHaveArrived, NO_KEY } from "./verdict.ts";
import { postedAs, type Wording, type WordingDeps } from "./wording.ts";

export interface SendingDeps extends WordingDeps {
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  bug(thrown: unknown): void;
}

/** The most calls that an attempt makes: an edit, the message anew, then as plain text. */
export const MAX_CALLS = 3;

/** What one attempt came to. */
export interface Sent {
  outcome: Outcome;
  status: number | null;
  /** The message that was brought up to date. */
  edited: string | null;
  /** True where the message may be the one of an earlier attempt, whose answer never came. */
  recalled: boolean;
  /** The last request with its answer; null where none was sent. */
  exchange: Exchange | null;
}

/** The message that an attempt is about: one that stands, or null for a new one, and the thread for that. */
export interface Place {
  edit: string | null;
  thread: string | null;
}

/** One attempt to delete the message that an earlier delivery sent. */
export async function tryRemoving(channel: TakenChannel, ref: string, deps: SendingDeps): Promise<Sent> {
  const none = { status: null, edited: null, recalled: false, exchange: null };
  if (channel.settings === null) return { ...none, outcome: untilFixed("key", NO_KEY) };
  const removal = channelKinds[channel.kind]!.removal!;
  const request = removal.request({ settings: channel.settings, ref, bases: deps.bases });
  const answer = await deps.send(request);
  const exchange = exchangeOf(request, answer, channel.settings);
  return { outcome: removal.judge(answer), status: answer.status, edited: ref, recalled: false, exchange };
}

type Once = Pick<Sent, "outcome" | "status" | "exchange">;

/** The calls of one attempt; `place` is where the next one goes. */
function calling(channel: TakenChannel, place: Place, deps: SendingDeps) {
  const kind = channelKinds[channel.kind]!;
  const threads = postsInThreads(kind, channel.settings);
  let calls = 0;
  return {
    place: { ...place },
    mayCall: () => calls < MAX_CALLS,
    async once(words: Wording, plain = false): Promise<Once> {
      const { edit, thread } = this.place;
      calls += 1;
      const request = worded(words, edit, plain, thread, deps);
      if ("nothing" in request) return { outcome: deadOf(request.nothing), status: null, exchange: null };
      const answer = await deps.send(request);
      const judged = kind.judge(answer, { edit, plain, threads });
      const isGone = judged.kind === "vanished" && judged.thread === true && edit === null && thread === null;
      return {
        outcome: isGone ? { kind: "gone", reason: judged.reason } : judged,
        status: answer.status,
        exchange: exchangeOf(request, answer, channel.settings),
      };
    },
  };
}

/** One attempt: the message, then once more as plain text where its form was refused (what one text names of it), or anew where the edited one is no more. */
export async function trySending(
  channel: TakenChannel,
  head: TakenDelivery,
  place: Place,
  { say, plainly }: { say: Wording; plainly: () => Promise<Wording> },
  deps: SendingDeps,
): Promise<Sent> {
  const none = { status: null, edited: null, recalled: false, exchange: null };
  if (channel.settings === null) return { ...none, outcome: untilFixed("key", NO_KEY) };
  const lost = place.edit === null && mayHaveArrived(head.attempts);
  const found = lost ? await looked(channel, postedAs(head), deps) : null;
  if (found !== null) return found;
  const call = calling(channel, place, deps);
  let result = await call.once(say);
  // The message to edit is gone, or its thread, or first the one and then the other.
  while (result.outcome.kind === "vanished" && call.mayCall()) {
    if (result.outcome.thread) call.place.thread = null;
    call.place.edit = null;
    const again =
      head.board !== null && mayHaveArrived(head.attempts) ? await looked(channel, postedAs(head), deps) : null;
    if (again !== null) return again;
    result = await call.once(say);
    // Room for another call is only where nothing was looked for: a placeholder is as plain as can be.
    if (head.board !== null) return { ...result, edited: null, recalled: false };
  }
  if (result.outcome.kind === "reformat" && call.mayCall()) result = await call.once(await plainly(), true);
  const { edit } = call.place;
  if (edit === null && call.mayCall()) await followed(channel, result.outcome, deps);
  return { ...result, edited: edit, recalled: lost && channelKinds[channel.kind]!.recall === "repeat" };
}

/** Asks for what a kind wants once a new message stands; a failure of it is none of the message. */
async function followed({ kind, settings }: TakenChannel, outcome: Outcome, deps: SendingDeps): Promise<void> {
  if (outcome.kind !== "sent" || outcome.ref === null) return;
  const request = channelKinds[kind]!.afterwards?.({ settings, ref: outcome.ref, bases: deps.bases }) ?? null;
  if (request !== null) await deps.send(request);
}

/** Asks whether the message of an earlier attempt stands; null where it does not, or nobody can tell. */
async function looked(channel: TakenChannel, deliveryId: string, deps: SendingDeps): Promise<Sent | null> {
  const { recall } = channelKinds[channel.kind]!;
  if (recall === undefined || recall === "repeat") return null;
  const answer = await deps.send(recall.request({ settings: channel.settings, deliveryId, bases: deps.bases }));
  const found = recall.found(answer, deliveryId);
  const said = { status: answer.status, edited: null, recalled: true, exchange: null };
  if ("kind" in found) return { ...said, outcome: found };
  return found.ref === null ? null : { ...said, outcome: { kind: "sent", ref: found.ref, pauseSeconds: 0 } };
}

/** A message that throws while it is put into words must not hold up the others: it is dead by itself. */
function worded(
  say: Wording,
  edit: string | null,
  plain: boolean,
  thread: string | null,
  deps: SendingDeps,
): ReturnType<Wording> {
  try {
    return say(edit, plain, thread);
  } catch (thrown) {
    deps.bug(thrown);
    return { nothing: "it could not be put into words; the log says why" };
  }
}

const deadOf = (reason: string): Outcome => ({ kind: "dead", reason });
