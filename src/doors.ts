import { compose, type Seam } from "./compose.ts";
import type { Env } from "./compose-environment.ts";
import { ownCalls } from "./core/limits.ts";
import { api } from "./compose-api.ts";
import { MOST_AHEAD_MS } from "./core/pulse.ts";
import { logged } from "./edges/log/log.ts";
import type { Batch } from "./flows/poll/batch.ts";
import { onBatch, onNudge, onOrder, onTick, type Nudge, type Order } from "./flows/sweep.ts";

export type Doors = Required<Pick<ExportedHandler<Env, Batch | Nudge | Order>, "scheduled" | "queue" | "fetch">>;

/** The Worker's doors: the cron trigger, the queues, and HTTP. */
export const doors = (seam?: Seam): Doors =>
  ({
    fetch: api(seam),

    async scheduled(controller, env) {
      const replays = env.REPLAY_TICKS === "true";
      // A tick that is further ahead would let the next ones pass as late.
      if (!replays && controller.scheduledTime - Date.now() > MOST_AHEAD_MS) {
        console.error(`tick: ${controller.scheduledTime} is ahead of the clock and was ignored`);
        return;
      }
      const { config, sweep } = compose(env, seam);
      const rules = {
        perMinute: config.UPSTREAM_POLLS_PER_MINUTE,
        batchSize: config.limits.batch,
        ownCalls: ownCalls(config.limits),
        retentionDays: config.RETENTION_DAYS,
        replays,
      };
      await onTick(controller.scheduledTime, rules, sweep);
    },

    // A throw would deliver every message of the batch again: each is handled by itself, and leases heal what fails.
    async queue(batch, env) {
      await Promise.all(
        batch.messages.map(async ({ body }) => {
          const { sweep } = compose(env, seam);
          const handled =
            "edition" in body ? onOrder(body, sweep) : "targets" in body ? onBatch(body, sweep) : onNudge(body, sweep);
          await handled.catch(logged(`queue ${batch.queue}`));
        }),
      );
    },
  }) satisfies ExportedHandler<Env, Batch | Nudge | Order>;
