import { Dice } from "../../../../sim/world/dice.ts";
import type { Demo } from "../../../../src/core/demo.ts";
import { bug } from "../../../../src/core/fault.ts";
import { err, ok } from "../../../../src/core/result.ts";
import { decodeAnswer } from "../../../../src/engine/upstream/answer.ts";
import { headersOf } from "../../../../src/engine/upstream/authentication.ts";
import { answerOf } from "../../../../src/engine/upstream/caller.ts";
import type { Credentials } from "../../../../src/engine/upstream/definition.ts";
import { operationsOf } from "../../../../src/engine/upstream/operations.ts";
import { requestOf } from "../../../../src/engine/upstream/request.ts";
import type { Answer, Call, Reading } from "../../../../src/kinds/kind.ts";
import { targetKinds } from "../../../../src/kinds/registry.ts";
import { judged } from "./judged.ts";
import { otherPolls } from "./others.ts";
import { DAY, DAYS, HOUR, MINUTE, type Poll, type Stored } from "./thing.ts";
import { writeHistory, type Alert } from "./write.ts";

type Row = Record<string, unknown>;

const parsed = (value: unknown): never => JSON.parse(String(value)) as never;

const targetOf = (row: Row): Stored => ({
  id: String(row["id"]),
  kind: String(row["kind"]),
  name: String(row["name"]),
  params: parsed(row["params"]),
  settings: parsed(row["settings"]),
  watchlistId: String(row["watchlist_id"]),
});

const alertOf = (row: Row): Alert => ({
  channelId: String(row["channel_id"]),
  alone: row["kind"] === "webhook",
  watchlistId: String(row["watchlist_id"]),
  events: parsed(row["events"]),
});

const TIMEOUT_MS = 5000;

const operations = operationsOf({});

/** Calls the simulator once and reads the answer as the engine does. */
async function called({ operation: name, values }: Call, account: Credentials) {
  const operation = operations.get(name);
  const created = operation === undefined ? null : requestOf(account.baseUrl, operation, values);
  if (operation === undefined || created?.ok !== true) return err(bug(name, "asking the simulator"));
  const { url, method, body } = created.value;
  const headers = {
    ...headersOf(account),
    ...(body === null ? {} : { "content-type": "application/json" }),
  };
  const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = decodeAnswer(response.status, await response.text(), undefined, operation);
  const addresses = { local: true, own: null, ownPorts: [] };
  return answer.ok ? ok<Answer>(answerOf(answer.value, operation, addresses)) : answer;
}

/** The current view of a target from the simulator; null if there is none. */
async function viewNow({ kind: name, id, params, settings }: Stored, simulator: Credentials): Promise<unknown> {
  const kind = targetKinds[name]!;
  const requested = { targetId: id, params, settings: kind.settings().parse(settings), announceInitial: false };
  const reading = kind.read({ ...requested, at: Date.now(), lastOkAt: null, before: () => null }) as Reading<unknown>;
  let step = reading.next();
  while (!step.done) step = reading.next(await called(step.value, simulator));
  return step.value.ok ? step.value.value : null;
}

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

/** Writes the thirty days before `now` (epoch ms): what polls of the demo would have found, and the messages about it. */
export async function giveHistory(db: D1Database, demo: Demo, simulator: Credentials, now: number): Promise<void> {
  const requested = async (sql: string, ids: string[]) =>
    (await db.prepare(sql).bind(JSON.stringify(ids)).all<Row>()).results;
  const targets = (
    await requested("SELECT * FROM targets WHERE id IN (SELECT value FROM json_each(?1))", demo.targets)
  ).map(targetOf);
  const alerts = (
    await requested(
      `SELECT s.channel_id, s.watchlist_id, s.events, c.kind FROM subscriptions s JOIN channels c ON c.id = s.channel_id
       WHERE s.id IN (SELECT value FROM json_each(?1))`,
      demo.subscriptions,
    )
  ).map(alertOf);
  const histories = await Promise.all(
    targets.map(async (target) => {
      const isCreator = target.kind === "live";
      const view = isCreator ? null : await viewNow(target, simulator);
      const polls = isCreator ? creatorPolls(target, now) : view === null ? [] : otherPolls(target, view, now);
      return { target, judged: judged(target, polls) };
    }),
  );
  await writeHistory(
    db,
    histories.filter(({ judged: { state } }) => state !== null),
    alerts,
    now,
  );
}
