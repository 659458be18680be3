import { perMinuteOf } from "../core/budget.ts";
import type { Command } from "../features/chats/command.ts";
import { compose } from "./compose.ts";
import { apiPorts } from "./compose-api.ts";
import { api } from "./serve-api.ts";
import { prepared } from "./compose-set-up.ts";
import type { Config } from "./config.ts";
import { configured, type Env, replays } from "./compose-environment.ts";
import type { SubTick } from "../core/schedule.ts";
import { batchesAMinute, ownCalls } from "../core/limits.ts";
import { MAX_AHEAD_MS } from "../core/health-snapshot.ts";
import { loadFormats } from "../core/calendar.ts";
import type { Invocation } from "./invocation.ts";
import { logged } from "./log/log.ts";
import type { Batch } from "../engine/poll/batch.ts";
import { onBatch, onOrder, onTick, onWakeUp } from "./sweep.ts";
import type { Order, SweepRules } from "./sweep-deps.ts";
import { postponeWatchdog, watchdogThat } from "./watchdog.ts";
import type { WakeUp } from "../engine/deliver/wake-ups.ts";

type Message = Batch | SubTick | WakeUp | Order | { command: Command };

export type Doors = Required<Pick<ExportedHandler<Env, Message>, "scheduled" | "queue" | "fetch">>;

/**
 * The Worker's entry points: cron, queues and HTTP. Everything is created when the script loads, where more time is
 * available than in a request.
 */
export const doors = (): Doors => {
  const answers = api();
  loadFormats();
  return {
    fetch: async (request, env) => answers(request, env),

    async scheduled(controller, env) {
      // A tick further ahead would make the next ones late.
      if (!replays(env) && controller.scheduledTime - Date.now() > MAX_AHEAD_MS) {
        logged("tick")(`${controller.scheduledTime} is ahead of the clock and was ignored`);
        return;
      }
      await Promise.all([ticks(controller.scheduledTime, env), postponeWatchdog(env)]);
    },

    // An exception would redeliver the whole batch, so each message is handled separately. Leases recover what fails.
    async queue(batch, env) {
      const statements = await readyIn(env, false);
      if (statements === null) return;
      await Promise.all(
        batch.messages.map(({ body }) => handled(body, env, statements).catch(logged(`queue ${batch.queue}`))),
      );
    },
  } satisfies ExportedHandler<Env, Message>;
};

/** A tick of the cron trigger, or of the watchdog in its place. */
async function ticks(at: number, env: Env): Promise<void> {
  const statements = await readyIn(env, true);
  if (statements === null) return;
  const { config, sweep } = compose(env, statements);
  await onTick(at, rulesOf(config, env, config.limits.betweenMs), sweep);
}

/** The class of the watchdog's object. */
export const Watchdog = watchdogThat(ticks);

/**
 * Statements that the check of the schema took; null while migrations are missing. An invalid configuration is reported
 * by what composes.
 */
async function readyIn(env: Env, isTick: boolean): Promise<number | null> {
  const created = configured(env);
  if ("errors" in created) return 0;
  const { progress, statements } = await prepared(created, env, isTick);
  return progress === null ? statements : null;
}

const rulesOf = (config: Config, env: Env, betweenMs: number): SweepRules => ({
  perMinute: perMinuteOf(config.budget, null),
  batchSize: config.limits.batch,
  batches: batchesAMinute(config.limits),
  ownCalls: ownCalls(config.limits),
  retentionDays: config.RETENTION_DAYS,
  replays: replays(env),
  betweenMs,
});

async function handled(body: Message, env: Env, statements: number): Promise<void> {
  const invocation = compose(env, statements);
  const { config, sweep } = invocation;
  if ("command" in body) return onCommand(body.command, invocation);
  if ("edition" in body) return onOrder(body, sweep);
  if ("targets" in body) return onBatch(body, sweep);
  // Only ticks of the cron trigger start sub-ticks.
  if ("tickAt" in body) return onTick(body.tickAt, rulesOf(config, env, Infinity), sweep);
  return onWakeUp(body, sweep);
}

/** Carries out a command of a chat that needs longer than its service waits, and sends the answer. */
async function onCommand(command: Command, invocation: Invocation): Promise<void> {
  const { answerLate } = await import("../features/chats/answer-in-time.ts");
  await answerLate(command, apiPorts(invocation).chats);
}
