import { setTimeout as sleep } from "node:timers/promises";
import type { Host } from "./host.ts";

/** Ticks immediately and on each multiple of `seconds`, like a cron trigger, until the signal aborts. */
export async function keepTicking(host: Host, seconds: number, signal: AbortSignal): Promise<void> {
  const step = Math.max(1, Math.round(seconds * 1000));
  for (let at = Date.now(); !signal.aborted;) {
    const ran = await host.tick(at).catch(() => false);
    if (!ran && !signal.aborted) console.error(`tick ${new Date(at).toISOString()} failed. The next one catches up.`);
    at = (Math.floor(Date.now() / step) + 1) * step;
    await sleep(at - Date.now(), undefined, { signal }).catch(() => undefined);
  }
}
