import { Dice } from "../../../../sim/world/dice.ts";
import { DAY, DAYS, HOUR, MINUTE, type Poll, type Stored } from "./thing.ts";

/** A creator's habits: days of the week (Monday is 0), hour in UTC, duration, viewers and titles. */
type Usual = [days: string, hour: number, hours: number, viewers: number, titles: string[]];

const USUAL: Record<string, Usual> = {
  "Lena Winter": ["01345", 18, 1.3, 5100, ["Sunday setlist, take two", "Winter songs"]],
  "Kenji Plays": ["012346", 19, 3.1, 3900, ["Ranked to Master, two wins to go", "Speedruns"]],
  "Tomás Beats": ["0246", 16, 1.1, 740, ["Beats from scratch", "Your samples, my drums"]],
  "Amara Cooks": ["256", 11, 1.5, 3200, ["Jollof for twenty", "What is in the fridge"]],
  Maria: ["012345", 20, 2.6, 9800, ["Late-night lo-fi, your requests only", "Unplugged"]],
  "Pixel Paul": ["56", 13, 1.8, 260, ["One pixel at a time"]],
  "Suna Draws": ["1356", 9, 2.2, 2100, ["Ink and rain", "Draw with me"]],
  "Bigfoot Fitness": ["01234", 6, 0.8, 410, ["Morning, everybody"]],
  "Chef Lucia": ["1346", 10, 1.2, 1500, ["Sunday sauce", "Three cheeses"]],
  "Night Owl": ["0123456", 22, 2.4, 4300, ["Awake?", "Stories until two"]],
  "Zoé & the Cat": ["01246", 15.5, 1.4, 860, ["The cat has a new box"]],
  "Old School Vinyl": ["36", 14, 3, 980, ["A side, B side"]],
};

/** The probability that a creator skips a day. */
const ABSENT = 0.12;

/** Streams of the history end this long before now. Current streams come from the simulator. */
const QUIET = 12 * MINUTE;

/** The streams of a creator in the days before now. */
function streamsOf(name: string, [days, hour, hours]: Usual, now: number, dice: Dice): [from: number, to: number][] {
  const streams: [number, number][] = [];
  const since = now - DAYS * DAY;
  for (let day = Math.floor(since / DAY) * DAY; day < now; day += DAY) {
    const key = `${name}/${day / DAY}`;
    const weekday = String((new Date(day).getUTCDay() + 6) % 7);
    if (!days.includes(weekday) || dice.happens(`${key}/absent`, ABSENT)) continue;
    const from = Math.floor(day + (hour + dice.roll(`${key}/from`) * 0.5 - 0.2) * HOUR);
    const to = Math.floor(from + hours * (0.7 + 0.6 * dice.roll(`${key}/to`)) * HOUR);
    if (from > since && to < now - QUIET) streams.push([from, to]);
  }
  return streams;
}

/** Polls happen every 20 minutes of a stream, at both of its ends, and four times a day. */
function instantsOf(streams: [number, number][], now: number): number[] {
  const all = new Set<number>([now]);
  for (let at = now - DAYS * DAY; at < now; at += 6 * HOUR) all.add(at);
  for (const [from, to] of streams) {
    for (let at = from; at < to; at += 20 * MINUTE) all.add(at);
    for (const at of [from - MINUTE, to - MINUTE, to, to + MINUTE, to + 6 * MINUTE]) all.add(at);
  }
  return [...all].filter((at) => at <= now).sort((a, b) => a - b);
}

/** The polls of a creator in the days before `now` (epoch ms). The last one finds them offline. */
export function creatorPolls({ name, params }: Stored, now: number): Poll[] {
  const usual = USUAL[name];
  if (usual === undefined) return [];
  const dice = new Dice("history");
  const streams = streamsOf(name, usual, now, dice);
  const [, , , viewers, titles] = usual;
  const { handle } = params;
  return instantsOf(streams, now).map((at) => {
    const place = streams.findIndex(([from, to]) => at >= from && at < to);
    if (place === -1) return { at, view: { verdict: "off", room: null } };
    const risen = 1 - 0.75 * Math.exp((-1.6 * (at - streams[place]![0])) / HOUR);
    const grown = 1.2 - (0.3 * (now - at)) / (DAYS * DAY);
    const info = {
      title: titles[place % titles.length]!,
      viewers: Math.round(viewers * grown * risen * (0.94 + 0.12 * dice.roll(`${name}/${at}`))),
      name,
      ...(handle === undefined ? {} : { handle }),
    };
    const room = dice.digits(`${name}/${place}`, "73", 19);
    return { at, view: { verdict: "on", room, told: { info, handle: handle ?? null, pending: false } } };
  });
}
