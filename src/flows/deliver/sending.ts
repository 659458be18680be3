import { channelKinds } from "../../channels/registry.ts";
import type { OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import { untilFixed } from "../../channels/outcomes.ts";
import type { Exchange } from "../../core/exchange.ts";
import { exchangeOf } from "./exchange.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";
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

/** One attempt: the message, then once more as plain text where its form was refused (what one text names of it), or anew where the edited one is no more. */
export async function trySending(
  channel: TakenChannel,
  head: TakenDelivery,
  edit: string | null,
  { say, plainly }: { say: Wording; plainly: () => Promise<Wording> },
  deps: SendingDeps,
): Promise<Sent> {
  const kind = channelKinds[channel.kind]!;
  const none = { status: null, edited: null, recalled: false, exchange: null };
  if (channel.settings === null) return { ...none, outcome: untilFixed("key", NO_KEY) };
  const lost = edit === null && mayHaveArrived(head.attempts);
  const found = lost ? await looked(channel, postedAs(head), deps) : null;
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
  if (result.outcome.kind === "vanished" && ref !== null) {
    const again =
      head.board !== null && mayHaveArrived(head.attempts) ? await looked(channel, postedAs(head), deps) : null;
    if (again !== null) return again;
    result = await once(say, (ref = null), false);
    // Room for another call is only where nothing was looked for: a placeholder is as plain as can be.
    if (head.board !== null) return { ...result, edited: null, recalled: false };
  }
  if (result.outcome.kind === "reformat") result = await once(await plainly(), ref, true);
  return { ...result, edited: ref, recalled: lost && kind.recall === "repeat" };
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
function worded(say: Wording, edit: string | null, plain: boolean, deps: SendingDeps): ReturnType<Wording> {
  try {
    return say(edit, plain);
  } catch (thrown) {
    deps.bug(thrown);
    return { nothing: "it could not be put into words; the log says why" };
  }
}

const deadOf = (reason: string): Outcome => ({ kind: "dead", reason });
