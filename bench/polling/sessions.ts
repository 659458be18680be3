import { readFile } from "node:fs/promises";
import { randomOf, WEEK } from "./histories.ts";

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
