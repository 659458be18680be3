import { expect } from "vitest";
import { platform, watch, type Platform } from "./platform.ts";

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
