import { readFile } from "node:fs/promises";
import { WEEK, WEEKS, type History, randomOf } from "./histories.ts";

const CREATED_STREAMERS = 60;

/** Streamers that nobody recorded: those of the clock, of the evening, of the weekend, and of no habit. */
function createdSessions(streamers: number, seed: number): [id: string, start: number, end: number][] {
  const random = randomOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
  const sessions: [string, number, number][] = [];
  const monday = 4 * 1440 + 2600 * WEEK;
  for (let n = 0; n < streamers; n++) {
    const hour = random() * 24;
    const days = [0, 1, 2, 3, 4, 5, 6].filter(() => random() < 0.2 + 0.6 * ((n % 5) / 4));
    const spread = [10, 25, 60, 120, 600][n % 5]!;
    const long = 60 + random() * 180;
    for (let week = 0; week < 16; week++)
      for (const day of days) {
        if (random() < 0.2) continue;
        const start = Math.round(monday + week * WEEK + day * 1440 + hour * 60 + spread * normal());
        const end = start + Math.max(10, Math.round(long * Math.exp(0.4 * normal())));
        const last = sessions.at(-1);
        if (last === undefined || last[0] !== `m${n}` || start > last[2]) sessions.push([`m${n}`, start, end]);
      }
  }
  return sessions;
}

/** Recorded broadcasts of a file, or made ones where none is named; minutes since the epoch. */
export async function sessionsOf(file: string | undefined, seed: number): Promise<[string, number, number][]> {
  if (file === undefined) return createdSessions(CREATED_STREAMERS, seed);
  const { sessions } = JSON.parse(await readFile(file, "utf8")) as { sessions: [string, number, number][] };
  return sessions;
}

const END = WEEK * WEEKS;

/** What a way of polling found. */
export interface Found {
  /** Minutes after the start, by the week (0-7) in which it was; of those that were found. */
  delays: [week: number, minutes: number, streamer: string][];
  /** Minutes after the end until a poll saw it, of broadcasts that were found. */
  ends: number[];
  /** Broadcasts of 15 minutes or longer: how many there were and how many no poll saw. */
  long: number;
  missed: number;
  polls: number;
  calls: number;
  /** The longest time between two polls of one, in ticks beyond what is allowed. */
  mostLate: number;
}

/** Who is polled at each minute; told what each poll saw. */
export interface Policy {
  choose(minute: number, calls: number): number[];
  saw(target: number, minute: number, on: boolean): void;
  longest: number;
}

/** Each in turn. */
export function uniform(targets: number, calls: number): Policy {
  let next = 0;
  return {
    choose: (_minute, max) => Array.from({ length: Math.min(max, targets) }, () => next++ % targets),
    saw: () => undefined,
    longest: targets / calls,
  };
}

/** Runs a policy over all histories at once, a tick a minute, `calls` polls each. */
export function replay(
  histories: History[],
  calls: number,
  policy: Policy,
  log?: (minute: number, target: number) => void,
): Found {
  const place = histories.map(() => 0);
  const seen = histories.map(({ sessions }) => sessions.map(() => -1));
  const last = histories.map(() => 0);
  const open = histories.map(() => -1);
  const found: Found = { delays: [], ends: [], long: 0, missed: 0, polls: 0, calls: 0, mostLate: 0 };
  let budget = 0;
  for (let minute = 0; minute < END; minute++) {
    budget += calls;
    const max = Math.floor(budget);
    budget -= max;
    found.calls += max;
    for (const target of policy.choose(minute, max)) {
      const { sessions } = histories[target]!;
      while (place[target]! < sessions.length && sessions[place[target]!]![1] <= minute) place[target]! += 1;
      const session = sessions[place[target]!];
      const on = session !== undefined && session[0] <= minute;
      if (open[target]! >= 0 && !on) found.ends.push(minute - open[target]!);
      open[target] = on ? session[1] : -1;
      if (on && seen[target]![place[target]!] === -1) seen[target]![place[target]!] = minute;
      found.mostLate = Math.max(found.mostLate, minute - last[target]! - policy.longest);
      last[target] = minute;
      found.polls += 1;
      log?.(minute, target);
      policy.saw(target, minute, on);
    }
  }
  histories.forEach(({ sessions, streamer }, target) =>
    sessions.forEach(([start, end], index) => {
      if (start < 0 || end > END) return;
      const at = seen[target]![index]!;
      const isLong = end - start >= 15;
      if (isLong) found.long += 1;
      if (at === -1) {
        if (isLong) found.missed += 1;
      } else found.delays.push([Math.floor(start / WEEK), at - start, streamer]);
    }),
  );
  return found;
}
