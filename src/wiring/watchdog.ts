import { iso } from "../core/instant.ts";
import { MINUTE_MS } from "../engine/prediction/week.ts";
import type { Env } from "./compose-environment.ts";
import { log, logged } from "./log/log.ts";

/** After this long without a tick of the cron trigger, the watchdog starts one itself. */
const SILENCE_MS = 2 * MINUTE_MS;

/** Its one object. */
const NAME = "cron";

/** What a Durable Object stores of its alarm. */
interface Alarm {
  storage: { setAlarm(at: number): Promise<void> };
}

/**
 * A Durable Object that starts ticks while the cron trigger does not come, which can last hours (Cloudflare promises
 * nothing of crons). Each tick of the trigger postpones its alarm; alarms come at least once.
 */
export const watchdogThat = (ticks: (at: number, env: Env) => Promise<void>) =>
  class Watchdog {
    readonly #state: Alarm;
    readonly #env: Env;

    constructor(state: Alarm, env: Env) {
      this.#state = state;
      this.#env = env;
    }

    /** The cron trigger came. */
    async fetch(): Promise<Response> {
      await this.#state.storage.setAlarm(Date.now() + SILENCE_MS);
      return new Response(null, { status: 204 });
    }

    /** It did not. The next alarm is set first: a tick that fails must not be the last. */
    async alarm(): Promise<void> {
      const now = Date.now();
      await this.#state.storage.setAlarm(now + MINUTE_MS);
      log({ level: "warn", log: "watchdog", tick: iso(now) });
      await ticks(Math.floor(now / MINUTE_MS) * MINUTE_MS, this.#env).catch(logged("tick"));
    }
  };

/** Tells the watchdog, where one is bound, that the cron trigger came. A tick does not depend on it. */
export async function postponeWatchdog({ WATCHDOG }: Env): Promise<void> {
  if (WATCHDOG === undefined) return;
  try {
    await WATCHDOG.get(WATCHDOG.idFromName(NAME)).fetch("https://watchdog/");
  } catch (thrown) {
    logged("watchdog")(thrown);
  }
}
