import { DAY_MS } from "../../../core/duration.ts";
import { iso } from "../../../core/instant.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { Act, Delete } from "../../../ui/parts/act.tsx";
import type { Child } from "hono/jsx";
import { channelKinds } from "../../../channels/registry.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { testSubscription, type ChannelTestPorts } from "../../channels/test-channel.ts";
import { coveredBy, recentMessagesOf, type AlertNames, type AlertPorts, type Recent } from "../alerts.ts";
import { backtest, type TrialPorts } from "../backtest.ts";
import { subscription, type Subscription } from "../resource/subscription.ts";
import { type PageContext, pageAt, formsAt, trialsAt } from "../../../ui/page.ts";
import { listed } from "../../../ui/shapes/listed.tsx";
import { show, showPart, wantsPart } from "../../../ui/show.tsx";
import { Backtested } from "./backtested.tsx";
import { quietIn } from "./clock.tsx";
import { ALERTS, bodyOf, type Draft, PLACE, readDraft } from "./draft.ts";
import { Looks, ofDraft, trialDeps, tried } from "./looks.tsx";
import { alertPage, displayedLook, startsOf, stateOf, type AlertState } from "./one.tsx";
import { changePages } from "./change.ts";
import { DraftClock } from "./quiet.tsx";
import { Matches } from "./when.tsx";
import { AlertSentence } from "./sentence.tsx";
import { capital } from "../../../core/text.ts";
import { Snoozed, snoozePages } from "./snooze.tsx";
import { DraftListHead, DraftRow } from "../drafts/draft-list.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { plural, t } from "../../../ui/words/text.ts";
import type { CreatorPorts } from "../../creators/creators.ts";

/** Number of alerts on a page. */
const A_PAGE = 25;

interface LatelyProps {
  recent: Recent;
  /** The oldest message that was read, epoch ms; null if all of 24 hours were read. */
  since: number | null;
  now: number;
  /** When the alert was made, epoch ms. */
  createdAt: number;
}

/** "3 messages in 24 h"; where a day has more than are read, the last one. */
const Lately = ({ recent: { sent, last }, since, now, createdAt }: LatelyProps) => {
  if (since === null && sent > 0)
    return <>{t("{messages} in 24 h", { messages: plural(sent, "{n} message", "{n} messages") })}</>;
  if (last !== null) return <T of="Last message {when}" when={<Time at={last} />} />;
  if (createdAt >= (since ?? now - DAY_MS)) return <>{t("No message yet")}</>;
  return <>{since === null ? t("No message in 24 h") : t("No message lately")}</>;
};

/** The answer of the page: how many alerts go to how many channels, or how many go nowhere. */
function headline(all: Subscription[], { channels }: AlertNames): string {
  if (all.length === 0) return t("No alerts yet");
  const off = new Set(channels.filter(({ enabled }) => !enabled).map(({ id }) => id));
  const mute = all.filter(({ enabled, channelId }) => enabled && off.has(channelId)).length;
  if (mute > 0)
    return plural(mute, "{n} alert isn’t sent: its channel is off", "{n} alerts aren’t sent: their channels are off");
  const on = all.filter(({ enabled }) => enabled);
  if (on.length === 0) return t("All alerts are paused");
  return t("{alerts} to {channels}", {
    alerts: plural(on.length, "{n} alert", "{n} alerts"),
    channels: plural(new Set(on.map(({ channelId }) => channelId)).size, "{n} channel", "{n} channels"),
  });
}

interface AlertProps {
  one: Subscription;
  names: AlertNames;
  /** How many messages it sent lately, or when the last one. */
  lately: Child;
  /** Another alert that already covers this one. */
  same: Subscription | undefined;
}

/** Its name, without that of its channel, which stands above. */
function nameBelow({ name, channelId }: Subscription, { channels }: AlertNames): string {
  const channel = channels.find(({ id }) => id === channelId);
  const rest = channel !== undefined && name.startsWith(`${channel.name}: `) ? name.slice(channel.name.length + 2) : "";
  return rest === "" ? name : capital(rest);
}

/** An alert in the list: a sentence, its recent messages, and its actions. */
const AlertRow = ({ one, names, lately, same }: AlertProps) => (
  <DraftRow
    place={PLACE}
    one={{ id: one.id, name: nameBelow(one, names) }}
    id={one.id}
    below
    acts={
      <>
        <Act action={`${ALERTS}/${one.id}/${one.enabled ? "pause" : "resume"}`}>
          {one.enabled ? t("Pause") : t("Resume")}
        </Act>
        <Delete action={`${ALERTS}/${one.id}/delete`} />
      </>
    }
  >
    <p>
      <AlertSentence one={one} names={names} below />
    </p>
    <p class="line small soft">
      {one.enabled ? <span>{lately}</span> : <Pill icon="pause">{t("paused")}</Pill>}
      {same === undefined || !one.enabled ? null : (
        <span>
          <T
            of="“{name}” already covers all of this in the same channel. Each event is sent once."
            name={<Name of={same.name} />}
          />
        </span>
      )}
    </p>
  </DraftRow>
);

interface ChannelProps {
  id: string;
  alerts: Subscription[];
  names: AlertNames;
  row: (one: Subscription) => Child;
}

/** The alerts of a channel, under its name. A channel that is off is said to be so, beside the way out. */
const ChannelAlerts = ({ id, alerts, names, row }: ChannelProps) => {
  const channel = names.channels.find((one) => one.id === id);
  return (
    <section class="card" aria-labelledby={`to-${id}`}>
      <div class="cap">
        <h2 id={`to-${id}`} class="cut">
          <Name of={channel?.name ?? t("(deleted)")} />
        </h2>
        <p class="soft">{channel === undefined ? "" : t(channelKinds[channel.kind]?.title ?? channel.kind)}</p>
        {channel?.enabled !== false ? null : (
          <a class="pill hand" href={`/channels#${id}`}>
            <Icon name="hand" small />
            {t("off: nothing is sent")}
          </a>
        )}
      </div>
      <ul class="rows tight">{alerts.map(row)}</ul>
    </section>
  );
};

async function alertsPage(context: PageContext<AlertPorts>): Promise<Response> {
  const { ports, now } = context;
  const [{ items: all, whole, pager }, latest] = await Promise.all([
    listed(subscription, { path: ALERTS, most: A_PAGE }, context),
    ports.alerts.latestNotified(),
  ]);
  const names = await ports.alerts.alertNames(now, all);
  const recent = recentMessagesOf(all, latest.notified, now - DAY_MS);
  const oldest = Math.min(...latest.notified.map(({ madeAt }) => madeAt));
  const since = latest.whole || oldest < now - DAY_MS ? null : oldest;
  const same = coveredBy(all);
  const paused = all.filter(({ enabled }) => !enabled).length;
  const body = (
    <>
      <DraftListHead place={PLACE} {...(whole ? { title: headline(all, names) } : {})}>
        {all.length === 0
          ? t("An alert sends a message to a channel when something happens.")
          : paused > 0
            ? plural(paused, "{n} paused", "{n} paused")
            : t("What each channel hears about")}
      </DraftListHead>
      <div class="stack">
        <Snoozed names={names} />
        {[...Map.groupBy(all, ({ channelId }) => channelId)].map(([id, alerts]) => (
          <ChannelAlerts
            id={id}
            alerts={alerts}
            names={names}
            row={(one) => (
              <AlertRow
                one={one}
                names={names}
                lately={<Lately recent={recent.get(one.id)!} since={since} now={now} createdAt={one.createdAt} />}
                same={same.get(one.id)}
              />
            )}
          />
        ))}
        {pager()}
      </div>
    </>
  );
  return show(context, { title: t("Alerts"), path: ALERTS, body });
}

const WEEK_MS = 604_800_000;

/** The state of a form for a trial, with the errors of its target. */
async function stateIn(context: PageContext<AlertPorts & CreatorPorts>): Promise<AlertState> {
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

async function displayed(context: PageContext<AlertPorts & TrialPorts & CreatorPorts>): Promise<Response> {
  const state = await stateIn(context);
  const look = await displayedLook(context, state);
  if (!wantsPart(context)) return alertPage(context, { ...state, errors: [...state.errors, ...look.errors] });
  return showPart(
    context,
    <>
      <Looks found={look.found} errors={[...state.errors, ...look.errors]} />
      <DraftClock draft={state.draft} starts={startsOf(state)} />
      <Matches draft={state.draft} lists={state.names.lists} />
    </>,
  );
}

/** The page with additional errors. */
const invalidPage = (context: PageContext<AlertPorts & TrialPorts>, state: AlertState, errors: FieldError[]) =>
  alertPage(context, { ...state, errors: [...state.errors, ...ofDraft(errors)] }, { status: 422 });

async function sent(
  context: PageContext<ChannelTestPorts & TrialPorts & AlertPorts & CreatorPorts>,
): Promise<Response> {
  const state = await stateIn(context);
  if (state.errors.length > 0) return invalidPage(context, state, []);
  const { ports } = context;
  const deps = { ...ports.channels, ...trialDeps(context, state.names, state.lately.events) };
  const arrived = await testSubscription(bodyIn(state), deps);
  const errors = invalidIn(arrived);
  if (errors !== null) return invalidPage(context, state, errors);
  return alertPage(context, state, { tested: granted(arrived) });
}

async function onLastWeek(context: PageContext<TrialPorts & AlertPorts & CreatorPorts>): Promise<Response> {
  const state = await stateIn(context);
  if (state.errors.length > 0) return invalidPage(context, state, []);
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
  const part = <Backtested came={granted(arrived)} days={days} zone={zoneOf(state.draft)} subject={subjectOf(state)} />;
  return wantsPart(context)
    ? showPart(context, <div id="tried">{part}</div>)
    : alertPage(context, state, { tried: part });
}

/** The name of what a draft is about. */
function subjectOf({ draft: { meant, watchlistId }, names }: AlertState): string {
  const one = names.targets.find(({ id }) => id === meant) ?? names.lists.find(({ id }) => id === watchlistId);
  return one === undefined ? t("Everyone") : displayedName(one.name);
}

/** The time zone of a backtest's days: that of the quiet hours. */
const zoneOf = (draft: Draft): string => quietIn(draft)?.timezone ?? "UTC";

const post = formsAt(ALERTS);
const trial = trialsAt(ALERTS);

const trialPages = [
  trial("/preview", "previewSubscription", displayed),
  post("/test", "testChannel", sent),
  trial("/backtest", "backtestSubscription", onLastWeek),
];

export const alertPages = [
  pageAt(ALERTS, alertsPage),
  // Before the pages of single alerts, which would take these names for ids.
  ...trialPages,
  ...changePages,
  ...snoozePages,
];
