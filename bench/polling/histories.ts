/** What really happened, to hold polling against. Minutes; a history begins at 0 and lasts eight weeks. */
export interface History {
  streamer: string;
  /** Start and end of each broadcast, in order. */
  sessions: [start: number, end: number][];
}

export const WEEK = 10_080;
export const WEEKS = 8;

interface Traces {
  sessions: [id: string, start: number, end: number][];
}

/** Monday 00:00 UTC before a minute since the epoch. */
const monday = (minute: number): number => minute - ((minute - 4 * 1440) % WEEK);

/**
 * Eight-week histories of the streamers of a file, several of each streamer's year, shifted by whole weeks so that all run at
 * once. Of half of the streamers: `half` 0 to tune on, 1 held out; null for all.
 */
export function historiesOf(traces: Traces, seed: number, half: 0 | 1 | null): History[] {
  const byStreamer = Map.groupBy(traces.sessions, ([id]) => id);
  const ids = shuffled([...byStreamer.keys()], seed).filter((_, place) => half === null || place % 2 === half);
  return ids.flatMap((streamer) => {
    const all = merged(byStreamer.get(streamer)!.map(([, start, end]): [number, number] => [start, end]));
    const first = monday(all[0]![0]);
    const last = all.at(-1)![1];
    const histories: History[] = [];
    for (let from = first; from + WEEKS * WEEK <= last; from += WEEKS * WEEK) {
      const sessions = all
        .filter(([start, end]) => end > from && start < from + WEEKS * WEEK)
        .map(([start, end]): [number, number] => [start - from, end - from]);
      histories.push({ streamer, sessions });
    }
    return histories;
  });
}

/** Broadcasts in order, those that overlap or meet as one: a poll sees on or off, so nobody could see the second one start. */
function merged(sessions: [start: number, end: number][]): [start: number, end: number][] {
  const all: [number, number][] = [];
  for (const [start, end] of sessions.toSorted((a, b) => a[0] - b[0])) {
    const before = all.at(-1);
    if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** The same order for the same seed. */
export function shuffled<T>(all: T[], seed: number): T[] {
  const random = randomOf(seed);
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** Mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
