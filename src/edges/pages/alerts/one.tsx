import type { Child } from "hono/jsx";
import { matchesType } from "../../../core/event.ts";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertNames, Lately } from "../../../flows/browse/alerts.ts";
import { STARTED } from "../../../flows/browse/broadcasts.ts";
import type { Tested } from "../../../flows/manage/test-channel.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";
import type { Visit } from "../page.ts";
import { Allowed, Button, ButtonLink, Form } from "../parts/form.tsx";
import { asksFor, eventTypeNames } from "../../../targets/events.ts";
import { shownName } from "../words/name.ts";
import { Note, Pill } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { show } from "../show.tsx";
import { ALERTS } from "./place.ts";
import { bodyOf, draftOf, type Draft } from "./draft.ts";
import { AlertForm } from "./form.tsx";
import { lookOf, ofDraft } from "./look.ts";
import { Looks, TestedNote } from "./looks.tsx";
import { AlertSentence } from "./sentence.tsx";
import { SnoozeForm } from "./snooze.tsx";

/** What the page of an alert is made from. */
export interface AlertState {
  /** Null for a new one. */
  kept: Subscription | null;
  draft: Draft;
  /** Whom its field for one alone means. */
  targetId: string | null;
  names: AlertNames;
  lately: Lately;
  errors: FieldError[];
}

/** Reads what an alert's page shows of others. */
export async function stateOf(
  { ports }: Visit,
  kept: Subscription | null,
  draft: Draft,
  targetId: string | null,
  errors: FieldError[] = [],
): Promise<AlertState> {
  const ids = (all: (string | null | undefined)[]) => [...new Set(all.flatMap((id) => id || []))];
  const own = { targetIds: ids([targetId, kept?.targetId]), listIds: ids([draft.watchlistId, kept?.watchlistId]) };
  const types = eventTypeNames.filter((type) => draft.events.some((pattern) => asksFor(pattern, type)));
  const [names, lately] = await Promise.all([ports.alerts.alertChoices(own), ports.alerts.lately(targetId, types)]);
  return { kept, draft, targetId, names, lately, errors };
}

/** The state of one that is kept, as it is now. */
export async function keptState(visit: Visit, kept: Subscription): Promise<AlertState> {
  const { targetId } = kept;
  const empty: AlertNames = { channels: [], lists: [], targets: [], silences: [] };
  const state = await stateOf(visit, kept, draftOf(kept, empty.targets, visit.zone), targetId);
  return { ...state, draft: draftOf(kept, state.names.targets, visit.zone) };
}

/** More dots than these hide the clock. */
const MOST_STARTS = 60;

/** When somebody went live lately of whom a draft tells, epoch ms. */
export const startsOf = ({ lately, draft: { watchlistId, events: patterns }, targetId }: AlertState): number[] =>
  patterns.some((one) => matchesType(one, STARTED))
    ? lately.starts
        .filter((one) => targetId !== null || watchlistId === "" || one.watchlistId === watchlistId)
        .slice(0, MOST_STARTS)
        .map(({ at }) => at)
    : [];

/** The preview of a draft, and what is wrong with it. */
export async function shownLook(visit: Visit, state: AlertState) {
  const body = bodyOf(state.draft, state.targetId);
  const came = await lookOf(visit, body, state.names, state.lately.events);
  if (came.ok) return { found: came.value, errors: [] };
  return { found: null, errors: came.error.kind === "invalid" ? ofDraft(came.error.errors) : [] };
}

interface Shown {
  /** What came of a test. */
  tested?: Tested;
  /** What came of a trial on last week. */
  tried?: Child;
  above?: Child;
  status?: number;
}

/** The page of an alert, or of a new one. */
export async function alertPage(visit: Visit, state: AlertState, shown: Shown = {}): Promise<Response> {
  const { kept, draft, names, errors } = state;
  const look = await shownLook(visit, state);
  const name = kept === null ? "New alert" : shownName(kept.name);
  const beside = (
    <>
      <Looks found={look.found} errors={look.errors} />
      {shown.tested === undefined ? null : <TestedNote {...shown.tested} />}
    </>
  );
  const body = (
    <>
      <div class="head">
        <div>
          <a class="crumb" href={ALERTS}>
            Alerts
          </a>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {kept === null ? null : (
            <p>
              since <Time at={kept.createdAt} />
            </p>
          )}
        </div>
        {kept === null ? null : <Acts one={kept} names={names} />}
      </div>
      <Allowed scope="write">
        {names.channels.length === 0 ? (
          <Note>
            <p>An alert needs a channel to send to.</p>
            <p class="acts">
              <ButtonLink href="/channels" look="main">
                Add a channel first
              </ButtonLink>
            </p>
          </Note>
        ) : (
          <AlertForm
            kept={kept}
            draft={draft}
            names={names}
            errors={errors}
            starts={startsOf(state)}
            above={shown.above}
            beside={beside}
            tried={shown.tried ?? <p class="soft">Counts what this alert would have sent.</p>}
          />
        )}
      </Allowed>
      {kept === null ? null : <ForReaders one={kept} names={names} beside={beside} />}
    </>
  );
  return show(visit, { title: name, path: ALERTS, status: shown.status ?? 200, body });
}

/** Who may change nothing sees what it says, and how it looks. */
const ForReaders = ({ one, names, beside }: { one: Subscription; names: AlertNames; beside: Child }) => (
  <Allowed only="read">
    <div class="half">
      <section class="card pad">
        <AlertSentence one={one} names={names} />
      </section>
      <div class="stack">{beside}</div>
    </div>
  </Allowed>
);

const Acts = ({ one, names }: { one: Subscription; names: AlertNames }) => (
  <div class="acts">
    <Pill tone={one.enabled ? "good" : "plain"} icon={one.enabled ? "well" : "pause"}>
      {one.enabled ? "on" : "paused"}
    </Pill>
    <Allowed scope="write">
      <Form action={`${ALERTS}/${one.id}/${one.enabled ? "pause" : "resume"}`}>
        <input type="hidden" name="from" value={`${ALERTS}/${one.id}`} />
        <Button>{one.enabled ? "Pause" : "Resume"}</Button>
      </Form>
      <ButtonLink href={`${ALERTS}/new?like=${one.id}`}>Copy</ButtonLink>
      <SnoozeForm one={one} names={names} />
    </Allowed>
  </div>
);
