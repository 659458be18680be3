import { channelKinds } from "../../channels/registry.ts";
import type { OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import type { Exchange } from "../../core/fault.ts";
import type { RoutedRequest } from "../../core/pauses.ts";
import type { DisplayedBoard } from "../../features/boards/message/notice.ts";
import type { Edition } from "../../features/digests/message/digest.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";
import { postsInThreads } from "./outbox-due.ts";
import { maskerOf } from "./secrets.ts";
import { mayHaveArrived, NO_KEY } from "./verdict.ts";
import { postedAs, type Wording, type WordingDeps } from "./wording.ts";
import { untilFixed } from "../../channels/outcome.ts";

/** What a delivery carries instead of events; null if it is no longer stored. */
export type Attachments = { edition: Edition | null } | { board: DisplayedBoard | null };

export interface AttachmentsDeps {
  /** The digest edition of a delivery; null if it is no longer stored. */
  edition(id: string): Promise<Edition | null>;
  /** The board of a delivery; null if it is no longer stored. */
  board(id: string): Promise<DisplayedBoard | null>;
}

/** Reads what a delivery carries; null if it carries events. */
export async function attachmentsOf(
  { edition, board }: TakenDelivery,
  deps: AttachmentsDeps,
): Promise<Attachments | null> {
  if (edition !== null) return { edition: await deps.edition(edition) };
  return board === null ? null : { board: await deps.board(board) };
}

export interface SendingDeps extends WordingDeps {
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  bug(thrown: unknown): void;
}

/** The maximum number of calls of an attempt: an edit, a new message, and the same as plain text. */
export const MAX_CALLS = 3;

/** The result of an attempt. */
export interface Sent {
  outcome: Outcome;
  status: number | null;
  /** The message that was edited; null for a new one. */
  edited: string | null;
  /** True if the message may have been sent by an earlier attempt without an answer. */
  recalled: boolean;
  /** The last request with its answer; null if none was sent. */
  exchange: Exchange | null;
  /** The last request, as a destination may limit it. */
  request: RoutedRequest;
}

/** The message to edit, or null for a new one, and the thread for a new one. */
export interface Place {
  edit: string | null;
  thread: string | null;
}

/** A board is posted again this often in an hour, in case that new messages cannot be edited either. */
const MAX_POSTS = 2;
const POSTS_WITHIN_MS = 3_600_000;

/**
 * Why a board cannot be posted again now, although its message is gone; null if it can. Since its last update, only
 * posts succeeded.
 */
function notAgain({ attempts }: TakenDelivery, outcome: Vanished, now: number): Outcome | null {
  if (outcome.fix !== undefined) return untilFixed(outcome.fix, outcome.reason);
  const posts = attempts.filter(({ at, error }) => now - at < POSTS_WITHIN_MS && error === null);
  return posts.length < MAX_POSTS ? null : untilFixed("allow", outcome.reason);
}

type Vanished = Extract<Outcome, { kind: "vanished" }>;

const MAX_BYTES = 4096;

/** Headers that help to understand an answer. Cookies and others that may be secrets are left out. */
const HEADERS = /^(content-type|date|retry-after|server|cf-ray|via|x-(ratelimit-[a-z-]+|request-id|slack-[a-z-]+))$/;

const MAX_HEADERS = 20;
const LONGEST_HEADER = 200;

/** The exchange to store. Secrets of the channel's settings are masked wherever they occur. */
export function exchangeOf(
  request: OutboundRequest,
  answer: OutboundAnswer,
  { kind, settings }: { kind: string; settings: unknown },
): Exchange {
  const displayed = maskerOf(kind, settings);
  const { status } = answer;
  const headers = Object.entries(answer.headers).filter(([name]) => HEADERS.test(name));
  return {
    request: { body: cutBytes(displayed(request.body)) },
    response:
      status === null
        ? null
        : {
            status,
            headers: Object.fromEntries(
              headers.slice(0, MAX_HEADERS).map(([name, value]) => [name, displayed(value).slice(0, LONGEST_HEADER)]),
            ),
            body: cutBytes(displayed(answer.body)),
          },
  };
}

const LONGEST_CHARACTER_BYTES = 3;

/** Cuts a text to `MAX_BYTES` of UTF-8, never within a character. */
function cutBytes(text: string): string {
  if (text.length * LONGEST_CHARACTER_BYTES <= MAX_BYTES) return text.toWellFormed();
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES));
  return text.slice(0, read).toWellFormed();
}

/** Makes one attempt to delete the message of an earlier delivery. */
export async function tryRemoving(
  channel: TakenChannel,
  ref: string,
  thread: string | null,
  deps: SendingDeps,
): Promise<Sent> {
  const routed = { route: "remove", thread: thread ?? "" } as const;
  const none = { status: null, edited: null, recalled: false, exchange: null, request: routed };
  if (channel.settings === null) return { ...none, outcome: untilFixed("key", NO_KEY) };
  const { removal } = channelKinds[channel.kind]!.editing!;
  const request = removal.request({ settings: channel.settings, ref, bases: deps.bases });
  const answer = await deps.send(request);
  const exchange = exchangeOf(request, answer, channel);
  return { ...none, outcome: removal.judge(answer), status: answer.status, edited: ref, exchange };
}

type CallResult = Pick<Sent, "outcome" | "status" | "exchange">;

const routed = ({ edit, thread }: Place): RoutedRequest => ({
  route: edit === null ? "post" : "edit",
  thread: thread ?? "",
});

/** The calls of one attempt. `place` is where the next call goes. */
function calling(channel: TakenChannel, place: Place, deps: SendingDeps) {
  const kind = channelKinds[channel.kind]!;
  const threads = postsInThreads(kind, channel.settings);
  const inThread = kind.threads?.isOne(channel.settings) === true;
  let calls = 0;
  return {
    place: { ...place },
    mayCall: () => calls < MAX_CALLS,
    async once(words: Wording, plain = false): Promise<CallResult> {
      const { edit, thread } = this.place;
      calls += 1;
      const request = await worded(words, { edit, plain, thread }, channel, deps);
      if ("nothing" in request) return { outcome: deadOf(request.nothing), status: null, exchange: null };
      const answer = await deps.send(request);
      const judged = kind.judge(answer, { edit, plain, threads, inThread });
      const isGone = judged.kind === "vanished" && judged.thread === true && edit === null && thread === null;
      return {
        outcome: isGone ? { kind: "gone", reason: judged.reason } : judged,
        status: answer.status,
        exchange: exchangeOf(request, answer, channel),
      };
    },
  };
}

/**
 * Makes one attempt to send a message. If its format is refused, it is sent as plain text, with the lines that fit. If
 * the message to edit is gone, it is sent anew.
 */
export async function trySending(
  channel: TakenChannel,
  head: TakenDelivery,
  place: Place,
  { say, plainly }: { say: Wording; plainly: () => Promise<Wording> },
  now: number,
  deps: SendingDeps,
): Promise<Sent> {
  const none = { status: null, edited: null, recalled: false, exchange: null, request: routed(place) };
  if (channel.settings === null) return { ...none, outcome: untilFixed("key", NO_KEY) };
  const lost = place.edit === null && mayHaveArrived(head.attempts);
  const found = lost ? await foundByLookup(channel, head, place, deps) : null;
  if (found !== null) return found;
  const call = calling(channel, place, deps);
  let result = await call.once(say);
  // The message to edit is gone, or its thread, or one after the other.
  while (result.outcome.kind === "vanished" && call.mayCall()) {
    const refusal = head.board === null ? null : notAgain(head, result.outcome, now);
    if (refusal !== null)
      return { ...result, outcome: refusal, edited: null, recalled: false, request: routed(call.place) };
    if (result.outcome.thread) call.place.thread = null;
    call.place.edit = null;
    const again =
      head.board !== null && mayHaveArrived(head.attempts)
        ? await foundByLookup(channel, head, call.place, deps)
        : null;
    if (again !== null) return again;
    result = await call.once(say);
    // A lookup uses up the calls. A board's placeholder has no plainer form.
    if (head.board !== null) return { ...result, edited: null, recalled: false, request: routed(call.place) };
  }
  if (result.outcome.kind === "reformat" && call.mayCall()) result = await call.once(await plainly(), true);
  const { edit } = call.place;
  if (edit === null && call.mayCall()) await followed(channel, result.outcome, deps);
  const recalled = lost && channelKinds[channel.kind]!.recall === "repeat";
  return { ...result, edited: edit, recalled, request: routed(call.place) };
}

/** Makes the follow-up call that a kind needs after a new message. Its failure does not affect the message. */
async function followed({ kind, settings }: TakenChannel, outcome: Outcome, deps: SendingDeps): Promise<void> {
  if (outcome.kind !== "sent" || outcome.ref === null) return;
  const request = channelKinds[kind]!.afterwards?.({ settings, ref: outcome.ref, bases: deps.bases }) ?? null;
  if (request !== null) await deps.send(request);
}

/** Looks for the message of an earlier attempt. Null if it does not exist, or the kind cannot tell. */
async function foundByLookup(
  channel: TakenChannel,
  head: TakenDelivery,
  { thread }: Place,
  deps: SendingDeps,
): Promise<Sent | null> {
  const deliveryId = postedAs(head);
  const { recall } = channelKinds[channel.kind]!;
  if (recall === undefined || recall === "repeat") return null;
  const answer = await deps.send(recall.request({ settings: channel.settings, deliveryId, bases: deps.bases }));
  const found = recall.found(answer, deliveryId);
  const request = { route: "lookup", thread: thread ?? "" } as const;
  const reported = { status: answer.status, edited: null, recalled: true, exchange: null, request };
  if ("kind" in found) return { ...reported, outcome: found };
  return found.ref === null ? null : { ...reported, outcome: { kind: "sent", ref: found.ref, pauseSeconds: 0 } };
}

/** Renders a message and signs it. If that throws, only this message is dead. */
async function worded(
  say: Wording,
  { edit, plain, thread }: Place & { plain: boolean },
  { kind, settings }: TakenChannel,
  deps: SendingDeps,
): Promise<ReturnType<Wording>> {
  try {
    const reported = say(edit, plain, thread);
    return "nothing" in reported
      ? reported
      : ((await channelKinds[kind]!.signing?.sign(reported, settings)) ?? reported);
  } catch (thrown) {
    deps.bug(thrown);
    return { nothing: "the message could not be rendered; see the log" };
  }
}

const deadOf = (reason: string): Outcome => ({ kind: "dead", reason });
