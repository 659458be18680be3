import { inEnglish } from "../../core/say.ts";
import { rankingPage } from "./page.ts";
import { unreadableFault } from "../../core/fault.ts";
import { err } from "../../core/result.ts";
import type { Reading, TargetKind } from "../kind.ts";
import { rankingEvents } from "./events.ts";
import { judgeRanking } from "./judge.ts";
import { rankingParams, rankingSettings, type RankingParams, type RankingSettings } from "./params.ts";
import { storedRanking } from "./stored.ts";
import { showRankings, summaryOf, type RankingState, type RankingView } from "./view.ts";
import { decodeRankings } from "./wire.ts";

function* read({ roomId, userId }: RankingParams): Reading<RankingView> {
  const answer = yield { operation: "live.ranking_list", values: { roomId, userId } };
  return answer.ok ? decodeRankings(answer.value.body) : err(answer.error);
}

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
