import { displayedLine } from "../../channels/phrases.ts";
import { isObject, type Json, type JsonObject, objectIn, objectsIn, textIn } from "../../core/json.ts";
import type { Phrase, Press } from "../../core/notice.ts";
import { surgeTypes } from "../../kinds/events.ts";
import { keyOf } from "../../kinds/ranking/view.ts";
import { itemsFrom } from "../../http/inside.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { boardNotice } from "../boards/message/notice.ts";
import { lined, type Answer } from "./answers.ts";
import { barOf, placeChart } from "./message/chart.ts";
import { SUBCOMMANDS, OPTIONS } from "./command.ts";
import { calledOf, creatorIn, nameOf } from "./find.ts";
import { typed, type Running } from "./running.ts";

/** Creators that one answer lists. */
const MAX_LIVE = 10;
const MAX_LISTED = 20;

/** Rankings that one answer looks through. */
const MAX_RANKINGS = 1000;

const ofList = (watchlistId: string | null): string => (watchlistId === null ? "" : `&watchlistId=${watchlistId}`);

/** Who is live, from a place on. It says who is unknown, and "no one" only if everybody is known. */
export async function live({ chat, say, deps, now }: Running, from: number): Promise<Answer> {
  const { words, language } = say;
  const content = await deps.live(chat.watchlistId);
  const some = content.onAir.slice(from, from + MAX_LIVE);
  const left = content.onAir.length - from - some.length;
  const notice = boardNotice({ name: words.live, shownAt: now }, content, language, some);
  const next: Press[] =
    left > 0 ? [{ label: words.next(Math.min(left, MAX_LIVE)), id: `live:${from + MAX_LIVE}` }] : [];
  return { language, notice, buttons: [...next, { label: words.again, id: "live:0" }] };
}

/** Who is watched, from a place on. */
export async function list(running: Running, from: number): Promise<Answer> {
  const { chat, say, command } = running;
  const { words, answer, refused } = say;
  const all = await itemsFrom(running.api, `/v1/targets?kind=live${ofList(chat.watchlistId)}`, from + MAX_LISTED + 1);
  if (all.length === 0) return refused(words.nobodyListed, [words.howToWatch(typed(command.kind, "watch"))]);
  const total = await countOf(running, all.length);
  const some = all.slice(from, from + MAX_LISTED);
  const rows = some.map((one): Phrase[] => [
    { strong: nameOf(one as { name: string }) },
    ` · ${calledOf(one as never)} · ${stateOf(one, running)}`,
  ]);
  const left =
    all.length > from + MAX_LISTED ? [{ label: words.next(MAX_LISTED), id: `list:${from + MAX_LISTED}` }] : [];
  return answer(words.listed(total), lined(rows), { buttons: left });
}

/** The number of live targets, of the chat's watchlist or of all. */
async function countOf({ api, chat }: Running, least: number): Promise<number> {
  const { body } = await api("GET", `/v1/status${chat.watchlistId === null ? "" : `?watchlistId=${chat.watchlistId}`}`);
  const counts = objectIn(objectIn(body["counts"])["targets"]);
  return Math.max(least, Number(counts["live"] ?? 0));
}

function stateOf(one: JsonObject, { say: { words } }: Running): string {
  const status = objectIn(one["status"]);
  if (one["enabled"] === false) return words.isPaused;
  if (status["unknownSince"] !== null || status["lastOkAt"] === null) return words.isUnknown;
  return status["verdict"] === "on" ? words.isLive : words.isOff;
}

/** The places of a creator in all rankings that are watched. */
export async function rank(running: Running, options: Record<string, string>): Promise<Answer> {
  const { chat, say, command, deps } = running;
  const { words, answer, refused } = say;
  const asked = options["creator"] ?? "";
  if (asked === "") return refused(words.missing(typed(command.kind, "rank @maria")));
  const found = await creatorIn(asked, chat.watchlistId, say, deps);
  if ("answer" in found) return found.answer;
  const { one } = found;
  const all = await itemsFrom(running.api, `/v1/targets?kind=ranking${ofList(chat.watchlistId)}`, MAX_RANKINGS);
  const own = all.filter((other) => isSame(other, one.params));
  const rows = own.flatMap((other) => (isObject(other["snapshot"]) ? placesIn(other["id"]!, other["snapshot"]) : []));
  if (own.length === 0) return refused(words.noPlace(nameOf(one)), [words.rankingNotWatched]);
  if (rows.length === 0) return refused(words.noPlace(nameOf(one)));
  const since = encodeURIComponent(new Date(running.now - WEEK_MS).toISOString());
  const samples = new Map(
    await Promise.all(
      own.slice(0, MAX_CHARTED).map(async ({ id }): Promise<[unknown, JsonObject[]]> => {
        const path = `/v1/targets/${textIn(id)}/samples?series=place*&since=${since}`;
        const all = await itemsFrom(running.api, path, MAX_SAMPLES);
        // Where more happened than is read, a day without a place would only be one that was not read.
        return [id, all.length < MAX_SAMPLES ? all : []];
      }),
    ),
  );
  const fields = rows.slice(0, 10).map(({ targetId, series, title, place, best }) => {
    const week = placeChart(samples.get(targetId) ?? [], series, running.now);
    const now = place === null ? words.notPlaced : words.placed(place, best);
    return { label: title, value: week === null ? [now] : [now, "\n", words.week(week)] };
  });
  return answer(words.rankOf(nameOf(one)), asOf(own, running), { fields });
}

/** When the places were last read. */
function asOf(all: JsonObject[], { say: { words } }: Running): Phrase[] {
  const times = all.flatMap(({ status }) =>
    isObject(status) && typeof status["lastOkAt"] === "string" ? [Date.parse(status["lastOkAt"])] : [],
  );
  return times.length === 0 ? [] : words.placesAsOf({ at: Math.min(...times), style: "relative" });
}

const isSame = ({ params }: JsonObject, { userId, roomId }: JsonObject): boolean =>
  isObject(params) &&
  (userId === undefined ? params["roomId"] === roomId && roomId !== undefined : params["userId"] === userId);

/** Targets of a creator's rankings whose past week is read, and how many points of it. Nearly everybody has one. */
const MAX_CHARTED = 1;
const MAX_SAMPLES = 1000;

interface Placed {
  targetId: Json;
  /** The name of its time series. */
  series: string;
  title: string;
  place: number | null;
  best: number | null;
}

function placesIn(targetId: Json, { rankings }: JsonObject): Placed[] {
  return objectsIn(rankings).map((one) => ({
    targetId,
    series: `place:${keyOf({ groupType: Number(one["groupType"]), rankType: Number(one["rankType"]) })}`,
    title: displayedLine(textIn(one["title"])),
    place: one["onRank"] === true && typeof one["place"] === "number" ? one["place"] : null,
    best: typeof one["bestPlace"] === "number" ? one["bestPlace"] : null,
  }));
}

const WEEK_MS = 7 * 86_400_000;
const MAX_TRENDS = 10;

/** Surges of one type that are compared. */
const MAX_SURGES = 200;

/** What grew most in the last seven days, by the events that were noticed. */
export async function trends(running: Running): Promise<Answer> {
  const { api, chat, say, now } = running;
  const { words, answer } = say;
  const since = encodeURIComponent(new Date(now - WEEK_MS).toISOString());
  const lists = await Promise.all(
    surgeTypes.map((type) =>
      itemsFrom(api, `/v1/events?type=${type}&since=${since}${ofList(chat.watchlistId)}`, MAX_SURGES),
    ),
  );
  const grown = lists.flat().flatMap(grownIn);
  grown.sort((a, b) => b.percent - a.percent);
  // Each is named once, with its largest growth.
  const first = grown.filter(({ name }, place) => grown.findIndex((other) => other.name === name) === place);
  if (first.length === 0) return answer(words.trends, [words.noTrends]);
  const rows = first
    .slice(0, MAX_TRENDS)
    .map(({ name, percent }): Phrase[] => [
      { strong: name },
      ` · ${barOf(percent, first[0]!.percent)} +${grouped(say.language, Math.round(percent))} %`,
    ]);
  return answer(words.trends, lined(rows), { tone: "up" });
}

function grownIn({ data, target }: JsonObject): { name: string; percent: number }[] {
  if (!isObject(data) || typeof data["percent"] !== "number" || data["percent"] <= 0) return [];
  const of = isObject(target) ? textIn(target["name"]) : "";
  const name = displayedLine(textIn(data["name"]) || textIn(data["title"]) || of) || "–";
  return [{ name, percent: data["percent"] }];
}

/** What can be asked here, in the asker's language. */
export async function help({ say, command }: Running): Promise<Answer> {
  const { words, answer } = say;
  const rows = SUBCOMMANDS.map((name): Phrase[] => {
    const options = (OPTIONS[name] ?? []).map((option) => ` ${option}`).join("");
    return [{ strong: `${typed(command.kind, name)}${options}` }, ` · ${words.does[name]}`];
  });
  return answer(words.help, lined(rows));
}
