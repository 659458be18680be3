import { eachFilled, filled, isObject } from "../../core/json.ts";
import { inEnglish } from "../../core/sentence.ts";
import { rankingPage } from "./page.ts";
import { unreadableFault } from "../../core/fault.ts";
import { err } from "../../core/result.ts";
import type { Reading, Stored, TargetKind } from "../kind.ts";
import { rankingEvents } from "./events.ts";
import { judgeRanking } from "./judge.ts";
import { rankingParams, rankingSettings, type RankingParams, type RankingSettings, DEFAULTS } from "./params.ts";
import { showRankings, summaryOf, type RankingState, type RankingView, UNSEEN } from "./view.ts";
import { decodeRankings } from "./wire.ts";

function* read({ roomId, userId }: RankingParams): Reading<RankingView> {
  const answer = yield { operation: "live.ranking_list", values: { roomId, userId } };
  return answer.ok ? decodeRankings(answer.value.body) : err(answer.error);
}

const STATE: RankingState = { since: 0, league: null, rankings: {} };

/** Reads rows that an older version stored. */
const storedRanking: Stored<RankingParams, RankingSettings, RankingState> = {
  params: (stored) => stored as RankingParams,
  settings: (stored) => filled<RankingSettings>(DEFAULTS, stored),
  state: (stored) =>
    isObject(stored)
      ? { ...filled(STATE, stored), rankings: eachFilled(stored["rankings"], (one) => filled(UNSEEN, one)) }
      : null,
};

/** A creator's places in live rankings and their league: the `ranking.*` events. */
export const ranking: TargetKind<RankingParams, RankingSettings, RankingState, RankingView, typeof rankingEvents> = {
  kind: "ranking",
  title: "Live rankings",
  page: rankingPage,
  params: rankingParams,
  settings: rankingSettings,
  intervalSeconds: 300,
  stored: storedRanking,
  cpuWeight: 8,
  identity: ({ roomId, userId }) => JSON.stringify([roomId, userId]),
  operations: [
    {
      name: "live.ranking_list",
      source: "spec",
      path: "/api/v1//live/ranking/list",
      query: { room_id: "{roomId}", user_id: "{userId}" },
    },
  ],
  calls: () => 1,
  read: ({ params }) => read(params),
  judge: judgeRanking,
  unreadable: ({ unreadable }) => (unreadable === undefined ? null : unreadableFault(unreadable, "place")),
  measured: {
    known: ({ rankings }) => Object.fromEntries(Object.entries(rankings).map(([key, { title }]) => [key, title])),
    named: ({ groupType, rankType, title }) => [`${Number(groupType)}.${Number(rankType)}`, title],
  },
  snapshot: showRankings,
  status: (state) => ({ summary: summaryOf(state, inEnglish) }),
  summary: summaryOf,
  since: (state) => state.since,
  live: () => false,
  events: rankingEvents,
  example: { name: "Maria", params: { roomId: "7100", userId: "7012" } },
};
