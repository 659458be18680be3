import { flagOf, integerOf, isObject, type Json, type JsonObject, lineOf, listOf, objectOf } from "../../core/json.ts";
import { type Fault, malformed, unreadableFault } from "../../core/fault.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Reading, TargetKind } from "../kind.ts";
import { rankingEvents } from "./events.ts";
import { judgeRanking, placesOf } from "./judge.ts";
import { isHourly, rankingNews } from "./news.ts";
import { rankingParams, rankingSettings, type RankingParams, type RankingSettings } from "./params.ts";
import { showRankings, summaryOf, type RankingState, type RankingView, keyOf, type Standing } from "./view.ts";
import { instantOf } from "../../core/instant.ts";
import { titleOf } from "./vocabulary.ts";
import { name, rankText, rowsIn, type Cell, type KindPage } from "../page.ts";

/** How pages show rankings. */
const rankingPage: KindPage = {
  path: "/rankings",
  noun: "ranking",
  title: "Rankings",
  icon: "ranking",
  alerts: { title: "Rankings", any: "anyone", some: "someone", all: "does anything in a ranking" },
  watched: {
    about: "A creator's places in live stream rankings.",
    fields: { "/name": "Name", "/params/userId": "Creator's user ID", "/params/roomId": "Room ID" },
    settings: {
      "/settings/minMove": "Also alert when this many places are gained or lost (0 = off)",
      "/settings/closingMinutes": "Minutes before a reset in which close races are reported",
    },
    columns: ["Ranking", "Place", "Best", "Ends"],
    rows: ({ rankings, league }, say) => [
      ...rowsIn(rankings).map(({ title, place, bestPlace, onRank, resetAt }): Cell[] => [
        name(title),
        {
          text:
            typeof place === "number"
              ? rankText(place, say.language)
              : say.text(onRank === false ? "not listed" : "unknown"),
          number: true,
        },
        { text: typeof bestPlace === "number" ? rankText(bestPlace, say.language) : "–", number: true },
        typeof resetAt === "string" ? { text: "", at: instantOf(resetAt)!, number: true } : { text: "–", number: true },
      ]),
      ...(typeof league === "string" ? [[name(say.text("League")), { text: league }, { text: "" }, { text: "" }]] : []),
    ],
    charts: [{ begins: "place:", title: "Places", unit: "place", text: rankText, restarts: isHourly }],
  },
};

/** Decoded standings, and a pointer to the first value that was not decoded. */
interface Decoded {
  standings: Standing[];
  offender: string | null;
  /** A pointer to the first place that is no number. */
  unreadable?: string;
}

/**
 * Decodes the standings of a live ranking list. What cannot be decoded is skipped, unless nothing can. An empty list is
 * a valid answer: the creator may have turned rankings off.
 */
export function decodeRankings(body: Json): Result<RankingView, Fault> {
  if (!isObject(body)) return err(malformed("", "the answer is not a JSON object"));
  const data = objectOf(body["data"]);
  if (data === null) return err(malformed("/data", "the answer has no data"));
  if (Object.keys(data).length === 0) return ok({ standings: [] });
  const groups = listOf(data["data"]);
  if (groups === null) return err(malformed("/data/data", "the groups are not a list"));
  const decoded = groups.map((group, index) => decodeGroup(group, `/data/data/${index}`));
  const standings = decoded.flatMap((group) => group.standings);
  const offender = decoded.find((group) => group.offender !== null)?.offender ?? null;
  if (standings.length === 0 && offender !== null) return err(malformed(offender, "no ranking can be identified"));
  const unreadable = decoded.find((group) => group.unreadable !== undefined)?.unreadable;
  const fault = unreadable === undefined ? {} : { unreadable: unreadableFault(unreadable, "place") };
  return ok({ standings: unique(standings), ...fault });
}

const broken = (offender: string): Decoded => ({ standings: [], offender });

function decodeGroup(group: Json, path: string): Decoded {
  const fields = objectOf(group);
  if (fields === null) return broken(path);
  const groupType = integerOf(fields["group_type"]);
  if (groupType === null) return broken(`${path}/group_type`);
  const inner = objectOf(fields["data"]);
  if (inner === null) return broken(`${path}/data`);
  if (Object.keys(inner).length === 0) return { standings: [], offender: null };
  const entrances = listOf(inner["entrances"]);
  if (entrances === null) return broken(`${path}/data/entrances`);
  const titles = titlesOf(inner["tabs"]);
  const standings = entrances.map((entrance) => decodeEntrance(entrance, groupType, titles));
  const first = standings.indexOf(null);
  const lost = entrances.findIndex((entrance) => isUnreadable(objectOf(entrance)?.["owner_rank_idx"]));
  return {
    ...(lost < 0 ? {} : { unreadable: `${path}/data/entrances/${lost}/owner_rank_idx` }),
    standings: standings.filter((standing) => standing !== null),
    offender: first < 0 ? null : `${path}/data/entrances/${first}/rank_type`,
  };
}

function titlesOf(tabs: Json | undefined): Map<number, string> {
  const titles = new Map<number, string>();
  for (const tab of listOf(tabs) ?? []) {
    const fields = objectOf(tab);
    const rankType = integerOf(fields?.["rank_type"]);
    const title = lineOf(fields?.["title"], 80) ?? wordsOf(fields?.["title_text"]);
    if (rankType !== null && title !== null && !titles.has(rankType)) titles.set(rankType, title);
  }
  return titles;
}

function decodeEntrance(entrance: Json, groupType: number, titles: Map<number, string>): Standing | null {
  const fields = objectOf(entrance);
  const rankType = integerOf(fields?.["rank_type"]);
  if (fields === null || rankType === null) return null;
  const index = integerOf(fields["owner_rank_idx"]) ?? 0;
  const onRank = flagOf(fields["owner_on_rank"]) ?? (index > 0 ? true : null);
  return {
    groupType,
    rankType,
    title: titles.get(rankType) ?? titleOf(rankType),
    onRank,
    place: onRank === true && index > 0 ? index : null,
    resetAt: resetOf(fields["reset_time"]),
    classType: classOf(objectOf(fields["class_info"])),
    gap: wordsOf(objectOf(fields["affiliated_content"])?.["gap_desc"]),
  };
}

/** Reports whether a place has a value that is no number. */
const isUnreadable = (index: Json | undefined): boolean =>
  index !== undefined && index !== null && index !== "" && integerOf(index) === null;

const FIRST_SECOND = 1_000_000_000;
const LAST_SECOND = 10_000_000_000;

/** Epoch seconds as epoch ms; null for 0 and implausible times. */
function resetOf(value: Json | undefined): number | null {
  const seconds = integerOf(value);
  return seconds !== null && seconds >= FIRST_SECOND && seconds < LAST_SECOND ? seconds * 1000 : null;
}

function classOf(info: JsonObject | null): number | null {
  const classType = integerOf(info?.["class_type"]);
  return classType !== null && classType > 0 ? classType : null;
}

const MAX_RANKINGS = 100;

/** Sorts standings and removes duplicates, independent of the order in the answer. */
function unique(standings: Standing[]): Standing[] {
  const place = (standing: Standing): number => standing.place ?? (standing.onRank === true ? 1e6 : 1e9);
  const sorted = standings.toSorted(
    (a, b) => a.groupType - b.groupType || a.rankType - b.rankType || place(a) - place(b),
  );
  return sorted.filter((standing, i) => i === 0 || keyOf(standing) !== keyOf(sorted[i - 1]!)).slice(0, MAX_RANKINGS);
}

/**
 * The text of a Text object with its pieces in place of "{0:string}". Pieces without text are empty. Null without a
 * pattern.
 */
export function wordsOf(text: Json | undefined): string | null {
  const object = objectOf(text);
  const pattern = object?.["default_pattern"];
  if (object === null || typeof pattern !== "string") return null;
  const pieces = listOf(object["pieces"]) ?? [];
  const filled = pattern.slice(0, 1000).replace(/\{(\d{1,3})(?::\w+)?\}/g, (_all, index: string) => {
    const value = objectOf(pieces[Number(index)])?.["string_value"];
    return typeof value === "string" ? value.slice(0, 200) : "";
  });
  return lineOf(filled);
}

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
  series: () => ["place"],
  measured: {
    known: ({ rankings }) => Object.fromEntries(Object.entries(rankings).map(([key, { title }]) => [key, title])),
    named: ({ groupType, rankType, title }) => [`${Number(groupType)}.${Number(rankType)}`, title],
  },
  last: ({ rankings }) =>
    Object.fromEntries(Object.entries(placesOf(rankings)).map(([series, value]) => [series, { value, until: null }])),
  snapshot: showRankings,
  summary: summaryOf,
  news: rankingNews,
  events: rankingEvents,
  example: { name: "Maria", params: { roomId: "7100", userId: "7012" } },
};
