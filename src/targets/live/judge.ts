import { madeId } from "../../core/ids.ts";
import { iso } from "../../core/instant.ts";
import type { Judging, Judgment } from "../kind.ts";
import type { LiveChange } from "./events.ts";
import { foldedHandle } from "./handle.ts";
import { infoAtStart, informed, viewersOf } from "./info.ts";
import type { Flip, LiveState, LiveView, Session } from "./view.ts";
import type { LiveParams, LiveSettings } from "./params.ts";

type Input = Judging<LiveParams, LiveSettings, LiveState, LiveView>;

/** While a flip awaits confirmation the target is asked again within this many seconds. */
const CONFIRM_WITHIN_SECONDS = 60;

/**
 * Sessions from verdicts. A session opens at `on`, seen `confirmOn` times in a row, and closes at `off`, seen
 * `confirmOff` times in a row and for `graceSeconds` since the last `on`. `paused` opens and closes none and breaks no
 * row; as the first verdict of all it is a session that was open before watching began, told only with
 * `announceInitial`. `unknown` changes nothing. A session's key is the instant of its first `on`, or of that `paused`.
 */
export function judgeLive(input: Input): Judgment<LiveState, LiveChange> {
  const { state, changes, again } = judgeVerdict(input);
  const viewers = state.session === null ? null : viewersOf(input.view.told?.info);
  return {
    state,
    changes: [...changes, ...renamed(input)],
    again,
    ...(viewers === null ? {} : { samples: { viewers } }),
  };
}

/** A handle that is not the one that was told before; the first is no news. */
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
  if (view.verdict === "on")
    return input.before?.session ? settle(staysOn(input, input.before.session)) : comesOn(input);
  if (view.verdict === "paused") return pauses(input);
  if (input.before?.session) return goesOff(input, input.before.session);
  return settle({ ...seen(input), flip: null });
}

/** The way in which this poll turns a live target for the first time; null where it stays, or already awaits confirmation. */
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

/** The last poll whose verdict was known. */
function knownAt({ before, lastOkAt, at }: Input): number | null {
  if (before === null) return null;
  const known = before.verdict === "unknown" ? before.knownAt : (lastOkAt ?? before.since);
  return known === null ? null : Math.min(known, at);
}

/** The state with this poll's known verdict, sessions untouched. */
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

function stayUnknown(input: Input): LiveState {
  const { before, at } = input;
  if (before === null) {
    return { verdict: "unknown", since: at, knownAt: null, room: null, session: null, flip: null, baseline: true };
  }
  if (before.verdict === "unknown") return before;
  return { ...before, verdict: "unknown", since: at, knownAt: knownAt(input), session: leavingOn(input) };
}

/** The open session as it stands once the verdict is no longer `on`: it remembers its last `on`. */
function leavingOn(input: Input): Session | null {
  const session = input.before?.session ?? null;
  if (session === null || session.lastOnAt !== null) return session;
  return { ...session, lastOnAt: knownAt(input) ?? input.at };
}

function staysOn(input: Input, session: Session): LiveState {
  const { room, told } = input.view;
  const now = informed({ ...session, room: room ?? session.room, lastOnAt: null }, told?.info);
  return { ...seen(input), flip: null, session: now };
}

function comesOn(input: Input): Judgment<LiveState, LiveChange> {
  const { before, at, settings } = input;
  const baseline = before === null || before.baseline;
  const flip: Flip =
    before?.flip?.to === "on"
      ? { ...before.flip, count: before.flip.count + 1 }
      : { to: "on", count: 1, firstAt: at, from: before?.offAt ?? knownAt(input) };
  if (flip.count < settings.confirmOn || input.hold) return settle({ ...seen(input), flip, baseline });
  return opens(input, flip, baseline);
}

/** Opens the session that began with this flip; one that was on air before watching began is told only if asked for. */
function opens(
  input: Input,
  { firstAt, from }: Pick<Flip, "firstAt" | "from">,
  baseline: boolean,
): Judgment<LiveState, LiveChange> {
  const { before, view, at } = input;
  const told = !baseline || input.announceInitial;
  const room = view.room ?? before?.room ?? null;
  const id = madeId("ses", input.targetId, firstAt);
  const lastOnAt = view.verdict === "on" ? null : at;
  const opened: Session = { id, room, startedAt: firstAt, lastOnAt, toldAt: told ? at : null };
  const info = infoAtStart(view.told, view.told?.handle ?? before?.handle, input.params.handle);
  const session = informed(opened, view.told?.info);
  const started: LiveChange = {
    type: "live.started",
    key: String(firstAt),
    occurredAt: firstAt,
    window: { from, to: firstAt },
    data: { roomId: room, sessionId: id, initial: baseline, info },
  };
  return settle({ ...seen(input), flip: null, session }, told ? [started] : []);
}

/** On air with the picture held: everything stays as it was, what awaits confirmation too, and is only aged. */
function pauses(input: Input): Judgment<LiveState, LiveChange> {
  const { before, at } = input;
  if (before === null || (before.baseline && before.flip === null))
    return opens(input, { firstAt: at, from: null }, true);
  const offAt = before.session === null && before.flip === null ? (before.offAt ?? knownAt(input)) : null;
  return settle({
    ...seen(input),
    session: leavingOn(input),
    baseline: before.baseline,
    ...(offAt === null ? {} : { offAt }),
  });
}

function goesOff(input: Input, open: Session): Judgment<LiveState, LiveChange> {
  const { before, at, settings } = input;
  const session = leavingOn(input) ?? open;
  const lastOnAt = Math.min(session.lastOnAt ?? at, at);
  const flip: Flip =
    before?.flip?.to === "off"
      ? { ...before.flip, count: before.flip.count + 1 }
      : { to: "off", count: 1, firstAt: at, from: lastOnAt };
  const confirmed = flip.count >= settings.confirmOff && at - lastOnAt >= settings.graceSeconds * 1000;
  if (!confirmed || input.hold) return settle({ ...seen(input), flip, session });
  return settle({ ...seen(input), flip: null, session: null }, [ended(session, flip)]);
}

function ended(session: Session, flip: Flip): LiveChange {
  const key = String(session.startedAt);
  return {
    type: "live.ended",
    key,
    occurredAt: flip.firstAt,
    window: { from: flip.from, to: flip.firstAt },
    data: {
      roomId: session.room,
      sessionId: session.id,
      startedAt: iso(session.startedAt),
      durationSeconds: Math.max(0, Math.round((flip.firstAt - session.startedAt) / 1000)),
      info: session.info ?? null,
      peakViewers: session.peakViewers ?? null,
    },
    ...(session.toldAt === null ? {} : { follows: { type: "live.started", key, detectedAt: session.toldAt } }),
  };
}
