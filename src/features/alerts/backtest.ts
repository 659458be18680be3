import * as z from "zod";
import type { Event } from "../../core/event.ts";
import { lazy } from "../../core/lazy.ts";
import { localMinutes } from "../../core/quiet-hours.ts";
import { ok, type Result } from "../../core/result.ts";
import { instantForm, readForm } from "../../resources/form.ts";
import type { Refusal } from "../../core/refusal.ts";
import { simulate, type Simulated } from "../../engine/route/simulate.ts";
import type { PreviewDeps } from "./preview.ts";
import { onlyOne, ONLY_ONE, triedFields, triedOf, type TrialDeps } from "../service/trial.ts";
import type { Backtested } from "./shape.ts";

export const backtestForm = lazy(() =>
  z
    .strictObject({
      ...triedFields(),
      since: instantForm().describe(
        "The start of the period, inclusive: ISO 8601 with a time zone; a bare date is UTC.",
      ),
      until: instantForm().describe("The end of the period, inclusive; after `since`."),
    })
    .refine(onlyOne, ONLY_ONE)
    .refine(({ since, until }) => since < until, { path: ["until"], message: "must be after `since`" }),
);

export interface BacktestDeps extends TrialDeps {
  /** The events of a period (both ends inclusive), newest first, at most `max`. */
  latest(filter: { since: number; until: number }, max: number): Promise<Event[]>;
}

export interface TrialPorts {
  /** Previews and backtests. */
  trials: PreviewDeps & BacktestDeps;
}

/** The maximum number of events to simulate. Older ones are left out. */
const MAX_EVENTS = 10_000;

/** The result for some events. Days are in the zone of the quiet hours, otherwise UTC. */
type Counted = Omit<Backtested, "events" | "truncated">;

/** Simulates a subscription on the events of a period, without sending. Silences are ignored. */
export async function backtest(body: unknown, deps: BacktestDeps): Promise<Result<Backtested, Refusal>> {
  const form = readForm(backtestForm(), body);
  if (!form.ok) return form;
  const tried = await triedOf(form.value, deps);
  if (!tried.ok) return tried;
  const { since, until } = form.value;
  const latest = await deps.latest({ since, until }, MAX_EVENTS + 1);
  const events = latest.slice(0, MAX_EVENTS).toReversed();
  const { subscription, channel } = tried.value;
  return ok({
    events: events.length,
    ...counted(await simulate(subscription, channel.kind, events), subscription.quietHours?.timezone ?? "UTC"),
    truncated: latest.length > MAX_EVENTS,
  });
}

function counted({ placed, summaries }: Simulated, zone: string): Counted {
  const eventsOf = (is: (one: Simulated["placed"][number]) => boolean) =>
    placed.reduce((sum, one) => (is(one) ? sum + one.items.length : sum), 0);
  const fresh = placed.filter(({ status, edits }) => status === "pending" && edits === null);
  const messages = [...fresh.map(({ at }) => at), ...summaries];
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const days = [...Map.groupBy(messages, (at) => format.format(at))].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    matched: eventsOf(() => true),
    messages: messages.length,
    edits: eventsOf(({ edits }) => edits !== null),
    suppressed: eventsOf(({ status }) => status === "suppressed"),
    held: eventsOf(({ status }) => status === "held"),
    byDay: days.map(([day, ofDay]) => ({ day, messages: ofDay.length })),
    atNight: messages.filter((at) => isNight(localMinutes(zone, at))).length,
  };
}

const isNight = (minutes: number): boolean => minutes >= 22 * 60 || minutes < 7 * 60;
