import { derivedId } from "../../core/ids.ts";
import type { Judging, Judgment } from "../judgment.ts";
import type { LiveChange } from "./events.ts";
import { foldedHandle } from "./handle.ts";
import { againForFacts, lateStart, waitingForFacts } from "./late.ts";
import { infoAtStart, informed, viewersOf } from "./info.ts";
import type { LiveParams, LiveSettings } from "./params.ts";
import { ended, isAnother, lost, proven, unknownUpTo } from "./session.ts";
import type { Flip, LiveState, LiveView, Session } from "./view.ts";

/** While a change awaits confirmation, the target is polled again within this many seconds. */
const CONFIRM_WITHIN_SECONDS = 60;

type Input = Judging<LiveParams, LiveSettings, LiveState, LiveView>;

/** The last poll with a known verdict. */
function knownAt({ before, lastOkAt, at }: Input): number | null {
  if (before === null) return null;
  const known = before.verdict === "unknown" ? before.knownAt : (lastOkAt ?? before.since);
  return known === null ? null : Math.min(known, at);
}

/** The state with this poll's verdict; sessions are unchanged. */
function seen({ before, view, at }: Input): LiveState {
  const handle = view.told?.handle ?? before?.handle;
  return {
    verdict: view.verdict,
    since: before?.verdict === view.verdict ? before.since : at,
    knownAt: null,
    room: view.room ?? before?.room ?? null,
    session: before?.session ?? null,
    flip: before?.flip ?? null,
    baseline: false,
    ...(handle === undefined ? {} : { handle }),
  };
}

/** The open session once the verdict is no longer `on`, with the time of its last `on`. */
function leavingOn(input: Input): Session | null {
  const session = input.before?.session ?? null;
  if (session === null || session.lastOnAt !== null) return session;
  return { ...session, lastOnAt: knownAt(input) ?? input.at };
}

/** Whether this poll sees another room, and the last `on` was longer ago than the grace period. */
const movedOn = (room: string | null | undefined, lastOnAt: number, { view, at, settings }: Input): boolean =>
  isAnother(view.room, room) && at - lastOnAt > settings.graceSeconds * 1000;

/**
 * The row of `on` verdicts that includes this poll. If this is its first, `from` is the last poll that saw something
 * else.
 */
function rowOfOn(input: Input, from: number | null): Flip {
  const { before, view, at } = input;
  const last = before?.flip ?? null;
  const room = view.room ?? (last?.to === "on" ? last.room : undefined);
  const now = { lastAt: at, ...(room === undefined ? {} : { room }) };
  if (last?.to !== "on") {
    return { to: "on", count: 1, firstAt: at, from, ...(last === null ? {} : { overAt: last.firstAt }), ...now };
  }
  const lastAt = last.lastAt;
  if (!movedOn(last.room, lastAt, input))
    return { ...last, count: last.count + 1, ...now, ...unknownUpTo(input, knownAt(input), last.unknown) };
  return { to: "on", count: 1, firstAt: at, from: lastAt, overAt: last.overAt ?? last.firstAt, ...now };
}

/**
 * Derives sessions from verdicts. A session opens after `confirmOn` polls with `on` in a row. It closes after
 * `confirmOff` polls with `off` in a row that extend over at least `graceSeconds` since the last `on`. `on` in another
 * room more than `graceSeconds` after the last `on`, seen `confirmOn` times, closes it too and opens the next one.
 * `paused` neither opens nor closes sessions, nor does it interrupt a row. As the very first verdict it is a session
 * from before watching began, which is only reported with `announceInitial`. `unknown` changes nothing. A session's key
 * is the time of its first `on`, or of that `paused`.
 */
export function judgeLive(input: Input): Judgment<LiveState, LiveChange> {
  const { state: evaluated, changes, again } = judgeVerdict(input);
  const late = lateStart(input.before?.session, evaluated, input.view, input.at);
  const state = late?.state ?? evaluated;
  const viewers = state.session === null ? null : viewersOf(input.view.told?.info);
  return {
    state,
    // A start that was waiting for facts comes before its end.
    changes: [
      ...(late === null ? [] : [late.change]),
      ...changes,
      ...retitled(input, state.session),
      ...renamed(input),
    ],
    again: again ?? againForFacts(state.session, input.at),
    ...(viewers === null ? {} : { samples: { viewers } }),
  };
}

/** The title differs from the last known one of this stream. The first title is not a change. */
function retitled({ before, view, at }: Input, session: Session | null): LiveChange[] {
  const open = before?.session;
  const [known, title] = [open?.info?.["title"], view.told?.info?.["title"]];
  if (session === null || open?.id !== session.id || typeof known !== "string" || typeof title !== "string") return [];
  if (known.trim() === title.trim()) return [];
  return [
    {
      type: "live.title_changed",
      key: `${session.id}/${at}`,
      occurredAt: at,
      window: { from: session.startedAt, to: at },
      data: { before: known, after: title },
    },
  ];
}

/** The handle differs from the last known one. The first handle is not a change. */
function renamed({ before, view, at }: Input): LiveChange[] {
  const [known, handle] = [before?.handle, view.told?.handle];
  if (!known || !handle || foldedHandle(known) === foldedHandle(handle)) return [];
  const key = `${foldedHandle(handle)}/${at}`;
  return [
    {
      type: "target.renamed",
      key,
      occurredAt: at,
      window: { from: null, to: at },
      data: { before: known, after: handle },
    },
  ];
}

function judgeVerdict(input: Input): Judgment<LiveState, LiveChange> {
  const { view } = input;
  if (view.verdict === "unknown") return settle(stayUnknown(input));
  if (view.verdict === "on") {
    const open = leavingOn(input);
    if (open === null) return comesOn(input);
    return movedOn(open.room, open.lastOnAt!, input) ? changesRoom(input, open) : settle(staysOn(input, open));
  }
  if (view.verdict === "paused") return pauses(input);
  const open = leavingOn(input);
  return open === null ? settle({ ...seen(input), flip: null }) : goesOff(input, open);
}

/** The change of verdict that this poll sees first; null if there is none, or if it already awaits confirmation. */
export function turnsLive(before: LiveState, view: LiveView): "on" | "off" | null {
  if (view.verdict !== "on" && view.verdict !== "off") return null;
  const wasOn = before.session !== null;
  if (before.baseline || before.flip !== null || wasOn === (view.verdict === "on")) return null;
  return view.verdict;
}

const settle = (state: LiveState, changes: LiveChange[] = []): Judgment<LiveState, LiveChange> => ({
  state,
  changes,
  again: state.flip === null ? null : CONFIRM_WITHIN_SECONDS,
});

function stayUnknown(input: Input): LiveState {
  const { before, at } = input;
  if (before === null) {
    return { verdict: "unknown", since: at, knownAt: null, room: null, session: null, flip: null, baseline: true };
  }
  if (before.verdict === "unknown") return before;
  return { ...before, verdict: "unknown", since: at, knownAt: knownAt(input), session: leavingOn(input) };
}

function staysOn(input: Input, open: Session): LiveState {
  const { room, told: announced } = input.view;
  const session = proven({ ...open, room: room ?? open.room, lastOnAt: null }, knownAt(input), input);
  return { ...seen(input), flip: null, session: informed(session, announced?.info) };
}

function comesOn(input: Input): Judgment<LiveState, LiveChange> {
  const { before, settings } = input;
  const flip = rowOfOn(input, before?.offAt ?? knownAt(input));
  // A change of room after the first poll is a new stream.
  const movedAway = before?.flip?.to === "on" && flip.count === 1;
  const baseline = before === null || (before.baseline && !movedAway);
  if (flip.count < settings.confirmOn || input.hold) return settle({ ...seen(input), flip, baseline });
  return opens(input, flip, baseline);
}

/**
 * Handles `on` in another room, more than the grace period after the session's last `on`. Once confirmed, it ends the
 * session and opens the next.
 */
function changesRoom(input: Input, open: Session): Judgment<LiveState, LiveChange> {
  const { before, settings, holdsMs } = input;
  const off = before?.flip?.to === "off" ? before.flip : null;
  const flip = rowOfOn(input, off === null ? open.lastOnAt : off.lastAt);
  const session = lost(open, knownAt(input));
  if (flip.count < settings.confirmOn || input.hold) return settle({ ...seen(input), flip, session });
  const next = opens(input, flip, false);
  const end = ended(session, { from: open.lastOnAt, to: flip.overAt ?? flip.firstAt }, holdsMs);
  return { ...next, changes: [end, ...next.changes] };
}

/** Opens the session that began with this flip. A session from before watching began is only reported on request. */
function opens(
  input: Input,
  { firstAt, from, room: named, unknown }: Pick<Flip, "firstAt" | "from" | "room" | "unknown">,
  baseline: boolean,
): Judgment<LiveState, LiveChange> {
  const { before, view, at } = input;
  const announced = !baseline || input.announceInitial;
  const [room, id] = [view.room ?? named ?? null, derivedId("ses", input.targetId, firstAt)];
  const lastOnAt = view.verdict === "on" ? null : at;
  const blind = unknown === undefined ? {} : { unknown };
  const toldAt = announced ? at : null;
  const opened: Session = { id, room, startedAt: firstAt, startedAfter: from, lastOnAt, toldAt, ...blind };
  const info = infoAtStart(view.told, view.told?.handle ?? before?.handle, input.params.handle);
  const session = waitingForFacts(informed(opened, view.told?.info), announced ? view.told : undefined, at);
  const started: LiveChange = {
    type: "live.started",
    key: String(firstAt),
    occurredAt: firstAt,
    window: { from, to: firstAt },
    data: { roomId: room, sessionId: id, initial: baseline, info },
    ...(session.factsUntil === undefined ? {} : { pending: true as const }),
  };
  return settle({ ...seen(input), flip: null, session }, announced ? [started] : []);
}

/** Handles `paused`: session, pending change and room stay as they are, but their last times advance. */
function pauses(input: Input): Judgment<LiveState, LiveChange> {
  const { before, at } = input;
  if (before === null || (before.baseline && before.flip === null))
    return opens(input, { firstAt: at, from: null }, true);
  const offAt = before.session === null && before.flip === null ? (before.offAt ?? knownAt(input)) : null;
  const open = leavingOn(input);
  const since = knownAt(input);
  const session =
    open === null ? null : isAnother(input.view.room, open.room) ? lost(open, since) : proven(open, since, input);
  const flip =
    before.flip?.to === "on" ? { ...before.flip, ...unknownUpTo(input, since, before.flip.unknown) } : before.flip;
  return settle({
    ...seen(input),
    flip,
    session,
    baseline: before.baseline,
    ...(offAt === null ? {} : { offAt }),
  });
}

function goesOff(input: Input, open: Session): Judgment<LiveState, LiveChange> {
  const { before, at, settings, holdsMs } = input;
  const session = proven(open, knownAt(input), input);
  const lastOnAt = Math.min(session.lastOnAt ?? at, at);
  const flip: Flip =
    before?.flip?.to === "off"
      ? { ...before.flip, count: before.flip.count + 1, lastAt: at }
      : { to: "off", count: 1, firstAt: at, from: lastOnAt, lastAt: at };
  const confirmed = flip.count >= settings.confirmOff && at - lastOnAt >= settings.graceSeconds * 1000;
  if (!confirmed || input.hold) return settle({ ...seen(input), flip, session });
  const end = ended(session, { from: flip.from, to: flip.firstAt }, holdsMs);
  return settle({ ...seen(input), flip: null, session: null }, [end]);
}
