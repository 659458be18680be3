import { expect } from "vitest";
import { platform, watch, type Platform } from "./platform.ts";
import type { Broadcasts } from "./polling-log.ts";
import type { System } from "./system.ts";

const MINUTE = 60_000;

/** The start of its fake timers. */
export const START = Date.UTC(2026, 0, 5, 12);

/**
 * Watched creators whose ends are reported at once, and ticks that say who is live. `outside` answers calls other than
 * polls. Fake timers must be on.
 */
export async function goingLive(
  userIds: string[],
  outside: (...call: Parameters<Platform["outside"]>) => ReturnType<Platform["outside"]> | null,
) {
  const cloud = await platform();
  const live = new Set<string>();
  let now = START;
  cloud.outside = (url, body, method) => {
    const answer = outside(url, body, method);
    if (answer !== null) return answer;
    const on = live.has(/user_id=(\d+)/.exec(url)?.[1] ?? "");
    return { status: 200, body: JSON.stringify({ code: 0, data: { data: [{ alive: on, room_id: on ? 7100 : 0 }] } }) };
  };
  await watch(cloud, userIds, { settings: { graceSeconds: 0, confirmOff: 1 } });
  return {
    cloud,
    /** Runs a tick for each list of live creators. */
    ticks: async (...of: string[][]): Promise<void> => {
      for (const on of of) {
        live.clear();
        for (const one of on) live.add(one);
        now += MINUTE;
        expect(await cloud.tick(now)).toBe(true);
      }
    },
    /** The statuses of all deliveries, newest first. */
    statuses: async () =>
      ((await cloud.api("GET", "/v1/deliveries")).body.items as { status: string }[]).map(({ status }) => status),
  };
}

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

/** Adds live targets for user ids. Returns the target ids by user id. */
export async function addCreators(system: System, userIds: string[], more: object = {}): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const userId of userIds) {
    const created = await system.api("POST", "/v1/targets", {
      kind: "live",
      name: `Creator ${userId}`,
      params: { userId },
      ...more,
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    ids.set(userId, created.body.id);
  }
  return ids;
}

/** Consecutive user ids. */
export const userIds = (count: number, from = 1000): string[] =>
  Array.from({ length: count }, (_, index) => String(from + index));
