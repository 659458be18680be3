import type { Facts } from "../../core/facts.ts";
import { NOT_CONFIGURED, type Fault } from "../../core/fault.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { LIVE_CHECK } from "../../core/operation.ts";
import { iso, isoOrNull } from "../../core/instant.ts";
import { displayedSpans } from "../../core/spans.ts";
import type { Answer, Call, ReadContext, Reading, TargetKind } from "../kind.ts";
import { liveEvents } from "./events.ts";
import { liveUrl } from "./handle.ts";
import { viewersOf } from "./info.ts";
import { judgeLive, turnsLive } from "./judge.ts";
import { lateStart, withoutWait } from "./late.ts";
import { liveParams, liveSettings, type LiveParams, type LiveSettings } from "./params.ts";
import { decodeOwnRow } from "./own-row.ts";
import { liveIdentity, resolvesLive } from "./resolve.ts";
import { standing } from "./session.ts";
import type { LiveSnapshot } from "./shape.ts";
import type { LiveState, LiveView, Session } from "./view.ts";
import { decodeVerdict, DEFAULT_READING } from "./wire.ts";
import type { KindPage } from "../page.ts";

/** How pages show creators. */
const livePage: KindPage = {
  path: "/creators",
  noun: "creator",
  title: "Creators",
  icon: "people",
  icons: { "live.started": "now", "live.ended": "ended", "live.no_show": "ended", "target.renamed": "hand" },
  alerts: { title: "Live creators", any: "anyone", some: "someone", all: "goes live or ends a stream" },
  watched: null,
};

type LiveReadContext = ReadContext<LiveParams, LiveSettings, LiveState>;

/**
 * Reads the verdict with one call. If this poll reports a start, or is the first after another `infoSeconds` live, it
 * also reads details of the stream and its creator.
 */
function* readLive(asking: LiveReadContext): Reading<LiveView> {
  const { userId, roomId, handle } = asking.params;
  const answer = yield { operation: "live.check", values: { userId, roomId, handle } };
  if (!answer.ok) return err(answer.error);
  const { body, operation } = answer.value;
  const decode = operation.many === undefined ? decodeVerdict : decodeOwnRow;
  const view = decode(body, operation.reading ?? DEFAULT_READING, asking.params);
  const optional = view.ok ? wanted(asking, view.value) : null;
  if (!view.ok || optional === null) return view;
  const values = { userId, roomId: view.value.room ?? roomId, handle };
  const live: Known = yield* factsOf({ operation: "live.info", values, optional });
  const whose = { ...values, userId: userId ?? live.facts["userId"] };
  const user: Known = yield* factsOf({ operation: "user.info", values: whose, optional });
  const info = { ...user.facts, ...live.facts };
  const known = user.facts["handle"];
  const described = {
    info: Object.keys(info).length === 0 ? null : info,
    handle: typeof known === "string" ? known : null,
    pending: live.pending || user.pending,
  };
  return ok({ ...view.value, told: described });
}

interface Known {
  facts: Facts;
  /** True if it did not answer but may do so later. */
  pending: boolean;
}

/** The fields of a start that nobody has to configure. Records read more of the same answer. */
const OWN_FIELDS = new Set(["title", "viewers", "cover", "name", "handle", "avatar", "userId"]);

/** The facts of a call: those that are configured, or else the own ones. */
function* factsOf(call: Call): Generator<Call, Known, Result<Answer, Fault>> {
  const answer = yield call;
  if (!answer.ok) return { facts: {}, pending: answer.error !== NOT_CONFIGURED };
  const { facts, operation } = answer.value;
  if (!operation.enveloped) return { facts, pending: false };
  return { facts: Object.fromEntries(Object.entries(facts).filter(([name]) => OWN_FIELDS.has(name))), pending: false };
}

/**
 * Whether this poll should read details: `first` if it reports a start or facts are awaited, `later` for a periodic
 * refresh; null for neither.
 */
function wanted(asking: LiveReadContext, view: LiveView): NonNullable<Call["optional"]> | null {
  if (view.verdict !== "on" && view.verdict !== "paused") return null;
  const before = asking.before();
  // The validity of verdicts does not affect starts.
  const { changes } = judgeLive({ ...asking, before, view, hold: false, holdsMs: Infinity });
  if (changes.some(({ type }) => type === "live.started")) return "first";
  const open = view.verdict === "on" ? before?.session : null;
  if (open?.factsUntil !== undefined) return "first";
  return open && isRefreshDue(open, asking) ? "later" : null;
}

/**
 * Whether a multiple of `infoSeconds` since the start has passed since the last successful poll, or that one found who
 * was live before watching began, whose details nobody has read yet.
 */
function isRefreshDue({ startedAt, toldAt }: Session, { settings, lastOkAt, at }: LiveReadContext): boolean {
  const every = settings.infoSeconds * 1000;
  if (every === 0) return false;
  const last = Math.max(startedAt, lastOkAt ?? 0);
  if (toldAt === null && last === startedAt) return true;
  const whiles = (instant: number) => Math.floor((instant - startedAt) / every);
  return whiles(at) > whiles(last);
}

/** Creators who go live: the events `live.*`, `target.renamed` and `goal.*`. */
export const live: TargetKind<LiveParams, LiveSettings, LiveState, LiveView, typeof liveEvents> = {
  kind: "live",
  title: "Live creator",
  page: livePage,
  params: liveParams,
  settings: liveSettings,
  intervalSeconds: 60,
  cpuWeight: 1,
  identity: liveIdentity,
  resolves: resolvesLive,
  operations: [
    {
      name: LIVE_CHECK,
      source: "default",
      path: "/api/v1//live/check",
      query: { user_id: "{userId}", room_id: "{roomId}" },
      reading: DEFAULT_READING,
    },
  ],
  enriching: [
    {
      name: "live.info",
      source: "default",
      path: "/api/v1//live/info",
      query: { room_id: "{roomId}" },
      fields: { title: "/data/room/title", viewers: "/data/room/user_count", cover: "/data/room/cover" },
    },
    {
      name: "user.info",
      source: "default",
      path: "/api/v1//user/info",
      query: { user_id: "{userId}" },
      fields: { name: "/data/user/nickname", handle: "/data/user/unique_id", avatar: "/data/user/avatar" },
    },
  ],
  calls: () => 1,
  read: readLive,
  judge: judgeLive,
  waiting: {
    until: ({ session }) => session?.factsUntil ?? null,
    overdue(state, at) {
      const late = lateStart(state.session, state, undefined, at);
      return late === null ? null : { state: late.state, changes: [late.change] };
    },
    without: (state) => (state.session === null ? state : { ...state, session: withoutWait(state.session) }),
  },
  verdicts: {
    of: ({ verdict }) => verdict,
    isLive: ({ session }) => session !== null,
    turn: turnsLive,
    at: ({ verdict, knownAt }) => (verdict === "unknown" ? knownAt : undefined),
    standing,
  },
  series: () => ["viewers"],
  snapshot: (state): LiveSnapshot => ({
    verdict: state.verdict,
    roomId: state.session?.room ?? state.room,
    startedAt: state.session === null ? null : iso(state.session.startedAt),
    ...(state.session === null ? {} : { startedAfter: isoOrNull(state.session.startedAfter) }),
    ...(state.session?.unknown === undefined ? {} : { unknown: displayedSpans(state.session.unknown) }),
    ...(state.session?.info === undefined
      ? {}
      : {
          info: state.session.info,
          viewers: viewersOf(state.session.info),
          peakViewers: state.session.peakViewers ?? null,
        }),
  }),
  watchUrl: ({ handle }, { session, handle: notified }) => liveUrl(session?.info?.["handle"] ?? notified ?? handle),
  events: liveEvents,
  example: { name: "Maria", params: { userId: "7012", handle: "maria" } },
};
