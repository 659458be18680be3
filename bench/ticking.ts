import { setTimeout as sleep } from "node:timers/promises";
import type { Host } from "../host/runtime/host.ts";

/** Ticks of `npm start` come so often. */
export const TICK_MS = 5000;

/** Ticks by the clock; answers how long each took, and how many times passed without one. */
export function ticking(host: Host) {
  const took: number[] = [];
  let skipped = 0;
  let stopped = false;
  const done = (async () => {
    for (let at = Math.ceil(Date.now() / TICK_MS) * TICK_MS; !stopped;) {
      await sleep(Math.max(0, at - Date.now()));
      const from = Date.now();
      if (!(await host.tick(at))) throw new Error("a tick failed");
      took.push(Date.now() - from);
      const next = (Math.floor(Date.now() / TICK_MS) + 1) * TICK_MS;
      skipped += (next - at) / TICK_MS - 1;
      at = next;
    }
  })();
  return {
    took,
    skipped: () => skipped,
    async stop() {
      stopped = true;
      await done;
    },
  };
}
