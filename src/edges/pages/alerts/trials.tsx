import { iso } from "../../../core/instant.ts";
import type { JsonObject } from "../../../core/json.ts";
import { backtest } from "../../../flows/manage/backtest.ts";
import { testSubscription } from "../../../flows/manage/test-channel.ts";
import { subscription } from "../../../resources/subscriptions/subscription.ts";
import { granted } from "../../http/problem.ts";
import { formsAt, page, type Page, type Visit } from "../page.ts";
import { showPart, wantsPart } from "../show.tsx";
import { ALERTS } from "./place.ts";
import { bodyOf, type Draft } from "./draft.ts";
import { ofDraft, tried, trialDeps } from "./look.ts";
import { alertPage, shownLook, startsOf, stateOf, type AlertState } from "./one.tsx";
import { Looks } from "./looks.tsx";
import { quietIn } from "./clock.tsx";
import { DraftClock } from "./quiet.tsx";
import { Backtested } from "./backtested.tsx";
import { readDraft } from "./whom.ts";

const WEEK_MS = 604_800_000;

/** What a form says that is tried and not stored, with what is wrong with whom it means. */
async function stateIn(context: Visit<"keep" | "alerts" | "creators">): Promise<AlertState> {
  const { fields, ports } = context;
  const { draft, wrong } = await readDraft(context);
  const id = fields.text("id");
  const partly = wantsPart(context) || id === "";
  const stored = partly ? null : await ports.keep.find(subscription, id);
  const state = await stateOf(context, stored, draft, wrong);
  // What was opened a while ago stays as old as it was.
  const revision = Number(fields.text("revision"));
  return { ...state, kept: stored === null ? null : { ...stored, revision } };
}

const bodyIn = (state: AlertState): JsonObject => ({ subscription: tried(bodyOf(state.draft)) });

async function shown(context: Visit<"keep" | "alerts" | "trials" | "creators">): Promise<Response> {
  const state = await stateIn(context);
  const look = await shownLook(context, state);
  if (!wantsPart(context)) return alertPage(context, { ...state, errors: [...state.errors, ...look.errors] });
  return showPart(
    context,
    <>
      <Looks found={look.found} errors={[...state.errors, ...look.errors]} />
      <DraftClock draft={state.draft} starts={startsOf(state)} />
    </>,
  );
}

async function sent(context: Visit<"channels" | "keep" | "trials" | "alerts" | "creators">): Promise<Response> {
  const state = await stateIn(context);
  const { ports } = context;
  const deps = { ...ports.channels, ...trialDeps(context, state.names, state.lately.events) };
  const came = await testSubscription(bodyIn(state), deps);
  if (came.ok) return alertPage(context, state, { tested: came.value });
  if (came.error.kind !== "invalid") return granted(came) as never;
  return alertPage(context, { ...state, errors: [...state.errors, ...ofDraft(came.error.errors)] }, { status: 422 });
}

async function onLastWeek(context: Visit<"trials" | "keep" | "alerts" | "creators">): Promise<Response> {
  const state = await stateIn(context);
  const { ports, now } = context;
  const period = { since: iso(now - WEEK_MS), until: iso(now) };
  const deps = {
    ...ports.trials,
    ...trialDeps(context, state.names, state.lately.events),
    latest: ports.trials.latest,
  };
  const came = await backtest({ ...bodyIn(state), ...period }, deps);
  if (came.ok) {
    const part = <Backtested came={came.value} days={{ from: now - WEEK_MS, to: now }} zone={zoneOf(state.draft)} />;
    return wantsPart(context)
      ? showPart(context, <div id="tried">{part}</div>)
      : alertPage(context, state, { tried: part });
  }
  if (came.error.kind !== "invalid") return granted(came) as never;
  return alertPage(context, { ...state, errors: [...state.errors, ...ofDraft(came.error.errors)] }, { status: 422 });
}

/** The zone by which a backtest counts days: that of the quiet hours. */
const zoneOf = (draft: Draft): string => quietIn(draft)?.timezone ?? "UTC";

const post = formsAt(ALERTS);

export const trialPages: Page[] = [
  page({
    method: "post",
    path: `${ALERTS}/preview`,
    scope: "write",
    operation: "previewSubscription",
    audited: false,
    needs: ["alerts", "trials", "keep", "creators"],
    handle: shown,
  }),
  post("/test", "testChannel", ["alerts", "creators", "trials", "keep", "channels"], sent),
  page({
    method: "post",
    path: `${ALERTS}/backtest`,
    scope: "write",
    operation: "backtestSubscription",
    audited: false,
    needs: ["alerts", "trials", "keep", "creators"],
    handle: onLastWeek,
  }),
];
