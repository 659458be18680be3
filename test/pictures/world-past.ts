import { cast } from "../../sim/cast.ts";
import type { Change, Event } from "../../src/core/event.ts";
import { eventId } from "../../src/core/ids.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { dice } from "../support/mutations.ts";
import { DAY, HOUR, MINUTE, NOW, SINCE, type Poll, type WatchedThing } from "./world-clock.ts";
import { otherThings } from "./world-others.ts";

/** Who broadcasts: the days of the week (Monday is 0), the hour in UTC, how long, their viewers, what they call it, and since when they are on now, minutes. */
type SchedulePrediction = [
  name: string,
  days: string,
  hour: number,
  hours: number,
  viewers: number,
  titles: string[],
  on?: number,
];

const predictions: SchedulePrediction[] = [
  [
    "Maria",
    "012345",
    18,
    2.6,
    9_800,
    ["Late-night lo-fi, your requests only", "Requests all evening", "Unplugged"],
    99,
  ],
  ["Kenji Plays", "012346", 19, 3.1, 3_900, ["Ranked to Master, two wins to go", "Speedruns"], 30],
  ["Suna Draws", "1356", 17, 2.2, 2_100, ["Ink and rain", "Draw with me"], 174],
  ["Zoé & the Cat", "01246", 19.5, 1.4, 860, ["The cat has a new box"], 5],
  ["Amara Cooks", "25", 11, 1.5, 3_200, ["Jollof for twenty", "What is in the fridge"]],
  ["Lena Winter", "0145", 18, 1.3, 5_100, ["Winter songs"], -12],
  ["Night Owl", "0123456", 22, 2.4, 4_300, ["Awake?"]],
  ["Tomás Beats", "0246", 16, 1.1, 740, ["Beats from scratch"]],
  ["Bigfoot Fitness", "01234", 6, 0.8, 410, ["Morning, everybody"]],
  ["Chef Lucia", "1346", 10, 1.2, 1_500, ["Sunday sauce"]],
  ["Pixel Paul", "56", 13, 1.8, 260, ["One pixel at a time"]],
  ["Old School Vinyl", "36", 15, 3, 980, ["A side, B side"]],
];

/** Of whom the service has said nothing since the morning, who is paused, and who is a favourite. */
export const UNREADABLE = "Chef Lucia";
export const PAUSED = "Pixel Paul";
const FAVOURITES = 4;

/** Often while something is going on, else each half hour: nothing else is seen in between. */
function instants(streams: [number, number][], until: number): number[] {
  const each = (from: number, to: number, step: number): number[] =>
    Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, n) => from + n * step);
  const close = streams.flatMap(([from, to]) => [...each(from, Math.min(to, NOW), 8 * MINUTE), to, to + 4 * MINUTE]);
  const all = [...each(SINCE, NOW, 30 * MINUTE), ...close, until].filter((at) => at <= until);
  return [...new Set(all.map(Math.floor))].sort((a, b) => a - b);
}

function creator([name, days, hour, hours, viewers, titles, on]: SchedulePrediction, place: number): WatchedThing {
  const roll = dice(40 + place);
  const { userId, handle } = cast.find((one) => one.name === name)!;
  const streams: [from: number, to: number][] = [];
  for (let day = Math.floor(SINCE / DAY) * DAY; day < NOW - 12 * HOUR; day += DAY) {
    const weekday = String((new Date(day).getUTCDay() + 6) % 7);
    const today = day > NOW - DAY;
    if (!days.includes(weekday) || roll() < 0.12 || (today && on !== undefined)) continue;
    const from = Math.floor(day + (hour + roll() * 0.7 - 0.2) * HOUR);
    streams.push([from, Math.floor(from + hours * (0.7 + 0.6 * roll()) * HOUR)]);
  }
  if (on !== undefined) streams.push(on > 0 ? [NOW - on * MINUTE, Infinity] : [NOW - 85 * MINUTE, NOW + on * MINUTE]);
  const until = name === UNREADABLE ? NOW - 9 * HOUR : name === PAUSED ? NOW - 3 * DAY : NOW;
  const polls = instants(streams, until).map((at): Poll => {
    const now = streams.findIndex(([from, to]) => at >= from && at < to);
    if (now === -1) return { at, view: { verdict: "off", room: null } };
    const started = (at - streams[now]![0]) / HOUR;
    const grown = 1 + (0.35 * (at - SINCE)) / (NOW - SINCE);
    const risen = 1 - 0.75 * Math.exp(-1.6 * started);
    const info = {
      title: titles[now % titles.length]!,
      viewers: Math.round(viewers * grown * risen * (0.94 + 0.12 * roll())),
      handle,
      name,
    };
    return { at, view: { verdict: "on", room: `71${place}${now}`, told: { info, handle } } };
  });
  const watchlist = place < FAVOURITES ? "favourites" : "others";
  return { body: { kind: "live", name, params: { userId, handle }, watchlist, enabled: name !== PAUSED }, polls };
}

/** All that is watched. */
export const things = (): WatchedThing[] => [...predictions.map(creator), ...otherThings()];

/** What a kind made of these polls: what is remembered, what happened, and the points of its series. */
export function evaluated(targetId: string, { body, polls }: WatchedThing) {
  const kind = targetKinds[body.kind]!;
  const settings = kind.settings().parse({});
  const events: Event[] = [];
  const points: [at: number, values: Record<string, number>][] = [];
  let state: unknown = null;
  let lastOkAt: number | null = null;
  const { name, params } = body;
  const eventOf = ({ type, key, occurredAt, window, data, follows }: Change, at: number): Event => ({
    id: eventId(targetId, type, key),
    type,
    targetId,
    watchlistId: null,
    target: { name, kind: body.kind, params },
    occurredAt,
    detectedAt: at,
    window,
    data,
    follows:
      follows === undefined
        ? null
        : { eventId: eventId(targetId, follows.type, follows.key), detectedAt: follows.detectedAt },
  });
  for (const { at, view } of polls) {
    const provided = {
      targetId,
      params,
      settings,
      announceInitial: false,
      before: state,
      view,
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    };
    const { state: next, changes, samples } = kind.judge(provided);
    events.push(...changes.map((change) => eventOf(change, at)));
    if (samples !== undefined) points.push([at, samples]);
    [state, lastOkAt] = [next, at];
  }
  return { state, events, points, lastOkAt, onAir: state !== null && kind.live(state) };
}
