import type { Broadcasts } from "./polling-log.ts";

const DAY = 1440;

/** Pseudo-random numbers, the same each time. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Creators who each go live at their own hour on most days, for one to four hours. */
export function streamers(count: number, days: number, seed: number): Broadcasts[] {
  const random = drawn(seed);
  return Array.from({ length: count }, () => {
    const hour = random() * 20;
    const sessions: [number, number][] = [];
    for (let day = 0; day < days; day++) {
      if (random() < 0.25) continue;
      const start = Math.round(day * DAY + hour * 60 + random() * 40);
      sessions.push([start, start + 60 + Math.round(random() * 160)]);
    }
    return { sessions };
  });
}
