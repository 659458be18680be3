import * as z from "zod";
import type { Event } from "../../core/event.ts";
import { ok, type Result } from "../../core/result.ts";
import { readForm } from "./form.ts";
import { instantForm } from "./instant-form.ts";
import type { Refusal } from "./refusal.ts";
import { told, type Told } from "./told.ts";
import { onlyOne, ONLY_ONE, triedFields, triedOf, type TrialDeps } from "./trial.ts";

export const backtestForm = z
  .strictObject({
    ...triedFields,
    since: instantForm.describe("The begin of the period, inclusive: ISO 8601 with a zone; a bare date is UTC."),
    until: instantForm.describe("The end of the period, inclusive; after `since`."),
  })
  .refine(onlyOne, ONLY_ONE)
  .refine(({ since, until }) => since < until, { path: ["until"], message: "must be after `since`" });

export interface BacktestDeps extends TrialDeps {
  /** The events of a period (both ends included), newest first, `most` at the most. */
  latest(filter: { since: number; until: number }, most: number): Promise<Event[]>;
}

/** More events than these are not looked at: the oldest are left out. */
const MOST_EVENTS = 10_000;

type Backtested = Told & {
  /** How many were looked at. */
  events: number;
  truncated: boolean;
};

/** Says what a subscription would have told of the events of a period. Silences are not counted in. */
export async function backtest(body: unknown, deps: BacktestDeps): Promise<Result<Backtested, Refusal>> {
  const form = readForm(backtestForm, body);
  if (!form.ok) return form;
  const tried = await triedOf(form.value, deps);
  if (!tried.ok) return tried;
  const { since, until } = form.value;
  const latest = await deps.latest({ since, until }, MOST_EVENTS + 1);
  const events = latest.slice(0, MOST_EVENTS).toReversed();
  const { subscription, channel } = tried.value;
  return ok({
    events: events.length,
    ...told(subscription, channel.kind, events),
    truncated: latest.length > MOST_EVENTS,
  });
}
