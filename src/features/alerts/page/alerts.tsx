import { DAY_MS } from "../../../core/duration.ts";
import { coveredBy, recentMessagesOf, type AlertNames } from "../alerts.ts";
import { subscription, type Subscription } from "../resource/subscription.ts";
import { type Page, type PageContext, pageAt } from "../../../ui/page.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { listed } from "../../../ui/shapes/listed.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { show } from "../../../ui/show.tsx";
import { AlertRow } from "./alert.tsx";
import { ALERTS, PLACE } from "./place.ts";
import { changePages } from "./change.ts";
import { Snoozed, snoozePages } from "./snooze.tsx";
import { trialPages } from "./trials.tsx";
import { DraftListHead } from "../drafts/draft-list.tsx";
import { plural, t } from "../../../ui/words/text.ts";

/** Number of alerts on a page. */
const A_PAGE = 25;

/** "3 messages in the last 2 d". */
const latelyWords = (count: number, since: number | null, now: number): string => {
  if (since === null) return t("nothing sent yet");
  const messages = count === 0 ? t("no messages") : plural(count, "{n} message", "{n} messages");
  const span = now - since;
  if (span < DAY_MS) return t("{messages} in the last {span}", { messages, span: lasting(Math.max(60_000, span)) });
  const days = Math.round(span / DAY_MS);
  return plural(days, "{messages} in the last {n} day", "{messages} in the last {n} days", { messages });
};

const headline = (all: Subscription[], { channels }: AlertNames): string => {
  if (all.length === 0) return t("No alerts yet");
  const paused = all.filter(({ enabled }) => !enabled).length;
  const off = new Set(channels.filter(({ enabled }) => !enabled).map(({ id }) => id));
  const mute = all.filter(({ enabled, channelId }) => enabled && off.has(channelId)).length;
  return [
    plural(all.length, "{n} alert", "{n} alerts"),
    ...(paused === 0 ? [] : [plural(paused, "{n} paused", "{n} paused")]),
    ...(mute === 0
      ? []
      : [plural(mute, "{n} not sent because the channel is off", "{n} not sent because the channel is off")]),
  ].join(", ");
};

async function alertsPage(context: PageContext<"alerts" | "keep">): Promise<Response> {
  const { ports, now } = context;
  const [{ items: all, whole, pager }, notified] = await Promise.all([
    listed(subscription, { path: ALERTS, most: A_PAGE }, context),
    ports.alerts.latestNotified(),
  ]);
  const names = await ports.alerts.alertNames(now, all);
  const { counts, since } = recentMessagesOf(all, notified);
  const same = coveredBy(all);
  const body = (
    <>
      <DraftListHead place={PLACE}>
        {whole ? headline(all, names) : t("What is sent where, oldest first")}
      </DraftListHead>
      <div class="stack">
        <Snoozed names={names} />
        {all.length === 0 ? (
          <section class="card void pad">
            <h2>{t("No alerts yet")}</h2>
            <p class="soft">{t("An alert sends a message to a channel when something happens.")}</p>
            <Allowed scope="write">
              <p class="line">
                <ButtonLink href={`${ALERTS}/new`}>{t("Add your first alert")}</ButtonLink>
              </p>
            </Allowed>
          </section>
        ) : (
          <ul class="rows tight card">
            {all.map((one) => (
              <AlertRow
                one={one}
                names={names}
                lately={latelyWords(counts.get(one.id) ?? 0, since, now)}
                same={same.get(one.id)}
              />
            ))}
          </ul>
        )}
        {pager()}
      </div>
    </>
  );
  return show(context, { title: t("Alerts"), path: ALERTS, body });
}

export const alertPages: Page[] = [
  pageAt(ALERTS, ["keep", "alerts"], alertsPage),
  // Before the pages of single alerts, which would take these names for ids.
  ...trialPages,
  ...changePages,
  ...snoozePages,
];
