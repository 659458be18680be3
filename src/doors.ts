import { compose, type Seam } from "./compose.ts";
import { api } from "./compose-api.ts";
import type { Config } from "./config.ts";
import { replays, type Env } from "./compose-environment.ts";
import type { SubTick } from "./core/between.ts";
import { ownCalls } from "./core/limits.ts";
import { MAX_AHEAD_MS } from "./core/pulse.ts";
import { loadFormats } from "./core/calendar.ts";
import { logged } from "./edges/log/log.ts";
import type { Batch } from "./flows/poll/batch.ts";
import { onBatch, onWakeUp, onOrder, onTick, type WakeUp, type Order, type SweepRules } from "./flows/sweep.ts";

type Message = Batch | SubTick | WakeUp | Order;

export type Doors = Required<Pick<ExportedHandler<Env, Message>, "scheduled" | "queue" | "fetch">>;

/** The Worker's doors: the cron trigger, the queues, and HTTP. All is made as the script is loaded, where there is more time than in a request. */
export const doors = (seam?: Seam): Doors => {
  const answers = api(seam);
  loadFormats();
  return {
    fetch: async (request, env) => answers(request, env),

    async scheduled(controller, env) {
      // A tick that is further ahead would let the next ones pass as late.
      if (!replays(env) && controller.scheduledTime - Date.now() > MAX_AHEAD_MS) {
        console.error(`tick: ${controller.scheduledTime} is ahead of the clock and was ignored`);
        return;
      }
      const { config, sweep } = compose(env, seam);
      await onTick(controller.scheduledTime, rulesOf(config, env, config.limits.betweenMs), sweep);
    },

    // A throw would deliver every message of the batch again: each is handled by itself, and leases heal what fails.
    async queue(batch, env) {
      await Promise.all(
        batch.messages.map(({ body }) => handled(body, env, seam).catch(logged(`queue ${batch.queue}`))),
      );
    },
  } satisfies ExportedHandler<Env, Message>;
};

const rulesOf = (config: Config, env: Env, betweenMs: number): SweepRules => ({
  perMinute: config.UPSTREAM_POLLS_PER_MINUTE,
  batchSize: config.limits.batch,
  ownCalls: ownCalls(config.limits),
  retentionDays: config.RETENTION_DAYS,
  replays: replays(env),
  betweenMs,
});

async function handled(body: Message, env: Env, seam?: Seam): Promise<void> {
  const { config, sweep } = compose(env, seam);
  if ("edition" in body) return onOrder(body, sweep);
  if ("targets" in body) return onBatch(body, sweep);
  // Only the cron trigger's ticks have others follow.
  if ("tickAt" in body) return onTick(body.tickAt, rulesOf(config, env, Infinity), sweep);
  return onWakeUp(body, sweep);
}
