import { livePage } from "./page.ts";
import { LIVE_CHECK } from "../../core/operation.ts";
import { iso, isoOrNull } from "../../core/instant.ts";
import { displayedSpans } from "../../core/spans.ts";
import type { TargetKind } from "../kind.ts";
import { liveEvents } from "./events.ts";
import { liveUrl } from "./handle.ts";
import { viewersOf } from "./info.ts";
import { judgeLive, turnsLive } from "./judge.ts";
import { lateStart, withoutWait } from "./late.ts";
import { liveParams, liveSettings, type LiveParams, type LiveSettings } from "./params.ts";
import { liveIdentity, resolvesLive } from "./resolve.ts";
import { standing } from "./session.ts";
import { storedLive } from "./stored.ts";
import type { LiveState, LiveView } from "./view.ts";
import { readLive } from "./read.ts";
import { DEFAULT_READING } from "./wire.ts";

/** Creators who go live: the events `live.*`, `target.renamed` and `goal.*`. */
export const live: TargetKind<LiveParams, LiveSettings, LiveState, LiveView, typeof liveEvents> = {
  kind: "live",
  title: "Live creator",
  page: livePage,
  params: liveParams,
  settings: liveSettings,
  intervalSeconds: 60,
  stored: storedLive,
  cpuWeight: 1,
  identity: liveIdentity,
  alias: ({ userId, handle }) => (userId === undefined || handle === undefined ? null : liveIdentity({ handle })),
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
  overdue(state, at) {
    const late = lateStart(state.session, state, undefined, at);
    return late === null ? null : { state: late.state, changes: [late.change] };
  },
  awaits: ({ session }) => session?.factsUntil ?? null,
  unawaited: (state) => (state.session === null ? state : { ...state, session: withoutWait(state.session) }),
  turns: turnsLive,
  snapshot: (state) => ({
    verdict: state.verdict,
    roomId: state.session?.room ?? state.room,
    startedAt: state.session === null ? null : iso(state.session.startedAt),
    ...(state.session?.startedAfter === undefined ? {} : { startedAfter: isoOrNull(state.session.startedAfter) }),
    ...(state.session?.unknown === undefined ? {} : { unknown: displayedSpans(state.session.unknown) }),
    ...(state.session?.info === undefined
      ? {}
      : {
          info: state.session.info,
          viewers: viewersOf(state.session.info),
          peakViewers: state.session.peakViewers ?? null,
        }),
  }),
  status: (state) => ({ verdict: state.verdict }),
  verdictAt: ({ verdict, knownAt }) => (verdict === "unknown" ? knownAt : undefined),
  since: (state) => state.since,
  live: (state) => state.session !== null,
  standing,
  watchUrl: ({ handle }, { session, handle: notified }) => liveUrl(session?.info?.["handle"] ?? notified ?? handle),
  events: liveEvents,
  example: { name: "Maria", params: { userId: "7012", handle: "maria" } },
};
