import { WEEK, WEEKS, type History } from "./histories.ts";

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
