import { iso } from "../../../core/instant.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { backtest } from "../backtest.ts";
import { testSubscription } from "../../channels/test-channel.ts";
import { subscription } from "../resource/subscription.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { formsAt, type Page, type PageContext, trialsAt } from "../../../ui/page.ts";
import { showPart, wantsPart } from "../../../ui/show.tsx";
import { ALERTS } from "./place.ts";
import { bodyOf, type Draft } from "./draft.ts";
import { ofDraft, tried, trialDeps } from "./look.ts";
import { alertPage, displayedLook, startsOf, stateOf, type AlertState } from "./one.tsx";
import { Looks } from "./looks.tsx";
import { quietIn } from "./clock.tsx";
import { DraftClock } from "./quiet.tsx";
import { Backtested } from "./backtested.tsx";
import { readDraft } from "./read-draft.ts";

const WEEK_MS = 604_800_000;

/** The state of a form for a trial, with the errors of its target. */
async function stateIn(context: PageContext<"keep" | "alerts" | "creators">): Promise<AlertState> {
  const { fields, ports } = context;
  const { draft, wrong } = await readDraft(context);
  const id = fields.text("id");
  const partly = wantsPart(context) || id === "";
  const stored = partly ? null : await ports.keep.find(subscription, id);
  const state = await stateOf(context, stored, draft, wrong);
  // The revision stays that of the opened form.
  const revision = Number(fields.text("revision"));
  return { ...state, kept: stored === null ? null : { ...stored, revision } };
}

const bodyIn = (state: AlertState): JsonObject => ({ subscription: tried(bodyOf(state.draft)) });

async function displayed(context: PageContext<"keep" | "alerts" | "trials" | "creators">): Promise<Response> {
  const state = await stateIn(context);
  const look = await displayedLook(context, state);
  if (!wantsPart(context)) return alertPage(context, { ...state, errors: [...state.errors, ...look.errors] });
  return showPart(
    context,
    <>
      <Looks found={look.found} errors={[...state.errors, ...look.errors]} />
      <DraftClock draft={state.draft} starts={startsOf(state)} />
    </>,
  );
}

/** The page with additional errors. */
const invalidPage = (context: PageContext<"keep" | "alerts" | "trials">, state: AlertState, errors: FieldError[]) =>
  alertPage(context, { ...state, errors: [...state.errors, ...ofDraft(errors)] }, { status: 422 });

async function sent(context: PageContext<"channels" | "keep" | "trials" | "alerts" | "creators">): Promise<Response> {
  const state = await stateIn(context);
  const { ports } = context;
  const deps = { ...ports.channels, ...trialDeps(context, state.names, state.lately.events) };
  const arrived = await testSubscription(bodyIn(state), deps);
  const errors = invalidIn(arrived);
  if (errors !== null) return invalidPage(context, state, errors);
  return alertPage(context, state, { tested: granted(arrived) });
}

async function onLastWeek(context: PageContext<"trials" | "keep" | "alerts" | "creators">): Promise<Response> {
  const state = await stateIn(context);
  const { ports, now } = context;
  const period = { since: iso(now - WEEK_MS), until: iso(now) };
  // What happened before the first event of the week is unknown: watching may have started with it.
  const known = { from: now };
  const deps = {
    ...ports.trials,
    ...trialDeps(context, state.names, state.lately.events),
    async latest(filter: { since: number; until: number }, max: number) {
      const events = await ports.trials.latest(filter, max);
      known.from = Math.min(now, ...events.map(({ detectedAt }) => detectedAt));
      return events;
    },
  };
  const arrived = await backtest({ ...bodyIn(state), ...period }, deps);
  const errors = invalidIn(arrived);
  if (errors !== null) return invalidPage(context, state, errors);
  const days = { from: Math.max(known.from, now - WEEK_MS), to: now };
  const part = <Backtested came={granted(arrived)} days={days} zone={zoneOf(state.draft)} />;
  return wantsPart(context)
    ? showPart(context, <div id="tried">{part}</div>)
    : alertPage(context, state, { tried: part });
}

/** The time zone of a backtest's days: that of the quiet hours. */
const zoneOf = (draft: Draft): string => quietIn(draft)?.timezone ?? "UTC";

const post = formsAt(ALERTS);
const trial = trialsAt(ALERTS);

export const trialPages: Page[] = [
  trial("/preview", "previewSubscription", ["alerts", "trials", "keep", "creators"], displayed),
  post("/test", "testChannel", ["alerts", "creators", "trials", "keep", "channels"], sent),
  trial("/backtest", "backtestSubscription", ["alerts", "trials", "keep", "creators"], onLastWeek),
];
