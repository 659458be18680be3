import type { Tested } from "../../channels/shape.ts";
import type { Child } from "hono/jsx";
import { matchesType } from "../../../core/event.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import type { AlertNames, RecentEvents, AlertPorts } from "../alerts.ts";
import { STARTED } from "../../history/broadcasts.ts";
import type { Subscription } from "../resource/subscription.ts";
import type { PageContext } from "../../../ui/page.ts";
import { Allowed, Button, ButtonLink, Field } from "../../../ui/parts/form.tsx";
import { asksFor, eventTypeNames } from "../../../kinds/events.ts";
import { show } from "../../../ui/show.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { channelWords, DraftForm, DraftPage, draftTitle, OnOrPaused } from "../drafts/draft-form.tsx";
import type { Displayed } from "../drafts/draft-pages.tsx";
import { bodyOf, draftOf, type Draft, ALERTS, PLACE } from "./draft.ts";
import { lookOf, Looks, ofDraft, TestedNote } from "./looks.tsx";
import { More, Quiet } from "./quiet.tsx";
import { Telling } from "./send-to.tsx";
import { AlertSentence } from "./sentence.tsx";
import { SnoozeForm } from "./snooze.tsx";
import { meant, t } from "../../../ui/words/text.ts";
import { OnlyIf, When, Who } from "./when.tsx";
import type { TrialPorts } from "../backtest.ts";

/** The data of an alert's page. */
export interface AlertState {
  /** Null for a new alert. */
  kept: Subscription | null;
  draft: Draft;
  names: AlertNames;
  lately: RecentEvents;
  errors: FieldError[];
}

/** Reads the names and events of an alert's page. */
export async function stateOf(
  { ports }: PageContext<AlertPorts>,
  stored: Subscription | null,
  draft: Draft,
  errors: FieldError[] = [],
): Promise<AlertState> {
  const ids = (all: (string | null | undefined)[]) => [...new Set(all.flatMap((id) => id || []))];
  const { meant } = draft;
  const own = { targetIds: ids([meant, stored?.targetId]), listIds: ids([draft.watchlistId, stored?.watchlistId]) };
  const types = eventTypeNames.filter((type) => draft.events.some((pattern) => asksFor(pattern, type)));
  const [names, lately] = await Promise.all([ports.alerts.alertChoices(own), ports.alerts.lately(meant, types)]);
  return { kept: stored, draft, names, lately, errors };
}

/** The state of a stored alert. */
export async function storedState(context: PageContext<AlertPorts>, stored: Subscription): Promise<AlertState> {
  const state = await stateOf(context, stored, draftOf(stored, [], context.zone));
  return { ...state, draft: draftOf(stored, state.names.targets, context.zone) };
}

/** Limit on the dots of the clock. */
const MAX_STARTS = 60;

/** Recent starts of streams that a draft covers, epoch ms. */
export const startsOf = ({ lately, draft: { watchlistId, events: patterns, meant } }: AlertState): number[] =>
  patterns.some((one) => matchesType(one, STARTED))
    ? lately.starts
        .filter((one) => meant !== null || watchlistId === "" || one.watchlistId === watchlistId)
        .slice(0, MAX_STARTS)
        .map(({ at }) => at)
    : [];

/** The preview of a draft, and its errors. */
export async function displayedLook(context: PageContext<TrialPorts>, state: AlertState) {
  const body = bodyOf(state.draft);
  const arrived = await lookOf(context, body, state.names, state.lately.events);
  if (arrived.ok) return { found: arrived.value, errors: [] };
  return { found: null, errors: arrived.error.kind === "invalid" ? ofDraft(arrived.error.errors) : [] };
}

interface Tried extends Displayed {
  /** The result of a test. */
  tested?: Tested;
  /** The result of a backtest. */
  tried?: Child;
}

/** Pointers of fields in the form. Other errors are listed above it. */
const DISPLAYED = [
  "/name",
  "/channelId",
  "/watchlistId",
  "/targetId",
  "/events",
  "/filters",
  "/mention",
  "/template",
  "/onEnd",
  "/quietHours",
  "/cooldownSeconds",
  "/group",
];

/** The kind of the single target; of everyone or a list, live creators. */
const kindOf = ({ meant: id }: Draft, { targets }: AlertNames): string =>
  targets.find((target) => target.id === id)?.kind ?? "live";

interface AlertFormProps {
  /** The stored alert: its id, and the revision from which the form was filled. */
  kept: { id: string; revision: number } | null;
  draft: Draft;
  names: AlertNames;
  errors: FieldError[];
  /** Recent starts of streams, epoch ms. */
  starts: number[];
  /** Shown above the fields, for conflicts. */
  above?: Child;
  /** Shown beside the fields: the preview. */
  beside: Child;
  /** The result of a backtest. */
  tried: Child;
}

/** The form of an alert, with its preview beside it. */
function AlertForm({ kept: stored, draft, names, errors, starts, above, beside, tried }: AlertFormProps) {
  const channels = channelWords(names.channels);
  return (
    <DraftForm
      place={PLACE}
      stored={stored}
      errors={errors}
      shown={DISPLAYED}
      class="edit"
      parts={`${ALERTS}/preview`}
      above={above}
      renew={
        <span data-by-hand>
          <Button formaction={`${ALERTS}/preview`}>{t("Update preview")}</Button>
        </span>
      }
      beside={
        <>
          {beside}
          <p class="line">
            <Button formaction={`${ALERTS}/test`} icon="send" busy={t("Sending…")}>
              {t("Send a test")}
            </Button>
            <span class="small soft">{t("to the channel, without pings")}</span>
          </p>
        </>
      }
    >
      <section class="flow">
        <Who draft={draft} lists={names.lists} errors={errors} />
        <When draft={draft} kind={kindOf(draft, names)} errors={errors} />
        <OnlyIf draft={draft} errors={errors} />
      </section>
      <section>
        <Field
          pointer="/channelId"
          label={t("Send to")}
          {...choiceOf(channels)}
          value={draft.channelId}
          errors={errors}
        />
      </section>
      <Telling draft={draft} errors={errors} />
      <Quiet draft={draft} errors={errors} starts={starts} />
      <section class="flow">
        <More draft={draft} errors={errors} />
        <Field
          pointer="/name"
          label={t("Alert name")}
          value={draft.name}
          errors={errors}
          hint={stored === null ? t("Optional. If empty, it's named after its subject.") : ""}
        />
      </section>
      <section class="flow" aria-labelledby="on-last-week">
        <h2 id="on-last-week">{t("Test on last week's data")}</h2>
        <div id="tried" class="flow">
          {tried}
        </div>
        <p class="line">
          <Button formaction="/alerts/backtest" busy={t("Testing…")} icon="again" data-draws="1">
            {t("Run the test")}
          </Button>
        </p>
      </section>
    </DraftForm>
  );
}

/** The page of an alert, or of a new one. */
export async function alertPage(
  context: PageContext<TrialPorts>,
  state: AlertState,
  displayed: Tried = {},
): Promise<Response> {
  const { kept: stored, draft, names, errors } = state;
  const look = await displayedLook(context, state);
  const beside = (
    <>
      <Looks found={look.found} errors={look.errors} />
      {displayed.tested === undefined ? null : (
        <TestedNote {...displayed.tested} kind={names.channels.find(({ id }) => id === draft.channelId)?.kind ?? ""} />
      )}
    </>
  );
  const form = (
    <AlertForm
      kept={stored}
      draft={draft}
      names={names}
      errors={errors}
      starts={startsOf(state)}
      above={displayed.above}
      beside={beside}
      tried={displayed.tried ?? <p class="soft">{t("Counts what this alert would have sent.")}</p>}
    />
  );
  const name = stored?.name ?? null;
  const body = (
    <DraftPage
      place={PLACE}
      name={name}
      channels={names.channels}
      about={stored === null ? null : <AlertSentence one={stored} names={names} />}
      acts={stored === null ? null : <Acts one={stored} names={names} />}
      form={form}
      readers={<div class="stack">{beside}</div>}
    />
  );
  return show(context, { title: draftTitle(PLACE, name), path: ALERTS, status: displayed.status ?? 200, body });
}

const Acts = ({ one, names }: { one: Subscription; names: AlertNames }) => (
  <>
    <OnOrPaused enabled={one.enabled} />
    <Allowed scope="write">
      <Act action={`${ALERTS}/${one.id}/${one.enabled ? "pause" : "resume"}`} fields={{ from: `${ALERTS}/${one.id}` }}>
        {one.enabled ? t("Pause") : t("Resume")}
      </Act>
      <ButtonLink href={`${ALERTS}/new?like=${one.id}`}>{meant("duplicate", "Copy")}</ButtonLink>
      <SnoozeForm one={one} names={names} />
    </Allowed>
  </>
);
