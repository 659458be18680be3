import type { Child } from "hono/jsx";
import { monthName } from "../../../core/calendar.ts";
import { monthAfter } from "../../../core/calendar-period.ts";
import { monthWords } from "../../goals/page/words.ts";
import { CLIENT, ROLES } from "../../people/page/role.tsx";
import type { Scope } from "../../people/resource/scopes.ts";
import { addressOf } from "../../reports/report-address.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { meant, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { openedWords } from "./words.ts";
import type { ListAlert, ListReading, Viewer } from "../lists.ts";

/** A card of the side column: its title, a link beside it, and rows. */
const Side = ({ id, title, act, children }: { id: string; title: string; act?: Child; children: Child }) => (
  <section class="card" aria-labelledby={id}>
    <div class="cap">
      <h2 id={id}>{title}</h2>
      {act}
    </div>
    <ul class="sidel">{children}</ul>
  </section>
);

/** A viewer of some lists is a client. */
const roleOf = (scope: string): string => t(scope === "read" ? CLIENT.name : ROLES[scope as Scope].name);

const Seer = ({ one: { id, name, scope, more, seenAt } }: { one: Viewer }) => (
  <li>
    <Avatar name={name} of={id} small />
    <span>
      <b class="cut">
        <Name of={name} />
      </b>
      <small>
        {[
          roleOf(scope),
          more === 0 ? t("this list only") : plural(more, "and {n} other list", "and {n} other lists"),
        ].join(", ")}
        {" · "}
        {seenAt === null ? t("not used yet") : <T of="last used {time}" time={<Time at={seenAt} />} />}
      </small>
    </span>
  </li>
);

/** Who may see a list besides the team. */
export const Access = ({ of: { list, links, viewers }, zone }: { of: ListReading; zone: string }) => (
  <Side
    id="access"
    title={t("Who can see this list")}
    act={
      <Allowed scope="admin">
        <a class="btn bare" href={`/people?list=${list.id}#invite`}>
          {t("Invite")}
        </a>
      </Allowed>
    }
  >
    {links.slice(0, 5).map(({ name, report, openedAt }) => (
      <li>
        <Icon name="share" small />
        <span>
          <b class="cut">
            <Name of={name} />
          </b>
          <small>
            {t(report ? "Link to the page and the report" : "Link to the page")} ·{" "}
            <span class={openedAt === null ? "warn" : ""}>{openedWords(openedAt, zone)}</span>
          </small>
        </span>
        <a class="btn bare" href="/sharing">
          {t("Manage")}
          <span class="sr"> {displayedName(name)}</span>
        </a>
      </li>
    ))}
    {viewers.slice(0, 8).map((one) => (
      <Seer one={one} />
    ))}
    {links.length + viewers.length > 0 ? null : (
      <li class="plain soft">{t("Only your team. Clients get a link, or an account that shows this list only.")}</li>
    )}
    <Allowed scope="write">
      <li class="plain">
        <a href={`/sharing?list=${list.id}#add`}>{t("Create a client link")}</a>
      </li>
    </Allowed>
  </Side>
);

const Alert = ({ one: { id, name, enabled, channel, isBroken } }: { one: ListAlert }) => (
  <li class={isBroken ? "bad" : ""}>
    <Icon name={isBroken ? "hand" : enabled ? "well" : "pause"} small />
    <span>
      <b class="cut">
        <a href={`/alerts/${id}`}>
          <Name of={name} />
        </a>
      </b>
      <small>
        {isBroken ? <T of="{channel} gets nothing" channel={<Name of={channel} />} /> : <Name of={channel} />}
        {enabled ? "" : ` · ${t("paused")}`}
      </small>
    </span>
    {isBroken ? (
      <a class="btn bare" href="/channels">
        {t("Fix")}
        <span class="sr"> {displayedName(channel)}</span>
      </a>
    ) : null}
  </li>
);

/** The alerts about a list: what is broken first. */
export const Alerts = ({ of: { list, alerts, alertsForAll } }: { of: ListReading }) => (
  <Side
    id="alerts"
    title={t("Alerts")}
    act={
      <Allowed scope="write">
        <a class="btn bare" href={`/alerts/new?list=${list.id}`}>
          {t("Add alert")}
        </a>
      </Allowed>
    }
  >
    {alerts.slice(0, 8).map((one) => (
      <Alert one={one} />
    ))}
    {alerts.length + alertsForAll > 0 ? null : (
      <li class="plain soft">
        <T of="No one is notified about {name}." name={<Name of={list.name} />} />
      </li>
    )}
    {alertsForAll === 0 ? null : (
      <li class="plain soft">
        <a href="/alerts">
          {plural(alertsForAll, "{n} alert about all lists includes it", "{n} alerts about all lists include it")}
        </a>
      </li>
    )}
  </Side>
);

/** Leads to the digest that sends the report of a month. Digests concern all lists. */
function SendReport({ list, month, period }: { list: string; month: string; period: "thisMonth" | "lastMonth" }) {
  const { session } = useScene();
  if (session?.actor.watchlistIds !== null) return <></>;
  return (
    <Allowed scope="write">
      <a class="btn bare" href={`/digests/report?period=${period}&list=${list}`}>
        {meant("button", "Send")}
        <span class="sr"> {month}</span>
      </a>
    </Allowed>
  );
}

/** The list's reports: the month that runs, the one before, and what is sent by itself. */
export const Reports = ({
  of: { list, digests, boards },
  now,
  zone,
}: {
  of: ListReading;
  now: number;
  zone: string;
}) => {
  const month = monthName(now, zone);
  return (
    <Side id="reports" title={t("Reports")}>
      {[month, monthAfter(month, -1)].map((period, place) => (
        <li>
          <Icon name="list" small />
          <span>
            <b>{monthWords(period)}</b>
            {place === 0 ? <small>{t("so far")}</small> : null}
          </span>
          <span class="line">
            <SendReport list={list.id} month={monthWords(period)} period={place === 0 ? "thisMonth" : "lastMonth"} />
            <a class="btn bare" href={addressOf({ period, list })}>
              {t("See report")}
              <span class="sr"> {monthWords(period)}</span>
            </a>
          </span>
        </li>
      ))}
      {digests.slice(0, 4).map(({ id, name, enabled }) => (
        <li>
          <Icon name="digest" small />
          <span>
            <b class="cut">
              <a href={`/digests/${id}`}>
                <Name of={name} />
              </a>
            </b>
            <small>
              {t("Digest")}
              {enabled ? "" : ` · ${t("paused")}`}
            </small>
          </span>
        </li>
      ))}
      {boards.slice(0, 4).map(({ name }) => (
        <li>
          <Icon name="board" small />
          <span>
            <b class="cut">
              <a href="/boards">
                <Name of={name} />
              </a>
            </b>
            <small>{t("Board")}</small>
          </span>
        </li>
      ))}
    </Side>
  );
};

/** The link to the list in a client's eyes. */
export const AddCreators = ({ id }: { id: string }) => (
  <Allowed scope="write">
    <ButtonLink href={`/creators/add?list=${id}`} look="main" icon="plus">
      {t("Add creators")}
    </ButtonLink>
  </Allowed>
);
