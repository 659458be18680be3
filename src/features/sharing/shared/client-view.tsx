import { HOUR_MS } from "../../../core/duration.ts";
import { dateLabel } from "../../../core/calendar.ts";
import type { Month } from "../../../core/goal.ts";
import { hoursText, monthWords } from "../../goals/page/words.ts";
import { judgedIn, type Counts } from "../../goals/people.ts";
import { PeopleBar, PeopleKey } from "../../goals/page/bars.tsx";
import { LiveCard } from "../../lists/page/live.tsx";
import type { LiveWords } from "../../lists/page/words.ts";
import { NextUp } from "../../wall/wall.tsx";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { language, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { A_PAGE, type ClientLive, type ClientMonth, MAX_PAGES } from "./client.ts";
import { firstWatched, Row } from "./client-row.tsx";
import type { LiveDay } from "../../../sections/lives/measure.ts";

/** What a client sees of a list. */
export interface ClientProps {
  live: ClientLive;
  words: LiveWords;
  month: ClientMonth;
  /** The month and its days, in the zone in which they are counted. */
  calendar: Month;
  zone: string;
  /** The address of another page of creators. */
  hrefOf: (page: number) => string;
  /** Reports that can be opened, the running month first. */
  reports: { period: string; href: string }[];
}

/** How many of those who are judged are on their way, and a bar of everybody. */
function Goals({ counts }: { counts: Counts }) {
  const judged = judgedIn(counts);
  if (judged === 0 && counts.unsaid === 0) return <></>;
  return (
    <div>
      {judged === 0 ? null : (
        <p class="strong">
          {t("{n} of {all} have reached their goal or are on pace", {
            n: String(counts.reached + counts.pace),
            all: String(judged),
          })}
        </p>
      )}
      <PeopleBar counts={counts} />
      <PeopleKey counts={counts} />
    </div>
  );
}

/** Since when all of them are watched, or how many were all month; "" if all were. */
function watchedWords({ totals, days }: ClientMonth, { days: starts }: Month, zone: string): string {
  if (totals === null || totals.watched === totals.people) return "";
  const first = firstWatched(days);
  if (first !== null && first > 0)
    return t("watched since {date}", { date: dateLabel(language(), starts[first]!, zone) });
  return t("{n} of {all} watched all month so far", { n: String(totals.watched), all: String(totals.people) });
}

const MonthCard = ({ live, month, calendar, zone }: ClientProps) => {
  const { totals, days, asOf } = month;
  const watched = watchedWords(month, calendar, zone);
  return (
    <section class="card pad" id="month-card" aria-labelledby="month" data-live>
      <div class="cap bare">
        <h2 id="month">{t("{month} so far", { month: monthWords(calendar.name) })}</h2>
        {totals === null ? null : (
          <p class="soft">
            <T of="as of {time}" time={<Time at={asOf} />} />
          </p>
        )}
      </div>
      {totals === null ? (
        <p class="soft">
          {live.name === null
            ? t("Hours are counted every three hours. Come back in a while.")
            : t("The hours of this list are being counted. Come back in a few hours.")}
        </p>
      ) : (
        <div class="client-month">
          <div class="flow">
            <p class="large">
              {totals.known ? (
                <>
                  {totals.atLeast ? <small>{t("at least")} </small> : null}
                  <b>{hoursText(totals.hours)}</b> <small>{t("live, all together")}</small>
                </>
              ) : (
                <small>{t("No hours seen this month yet")}</small>
              )}
            </p>
            {watched === "" || !totals.known ? null : <p class="soft small">{watched}</p>}
            <Goals counts={totals.counts} />
          </div>
          {days.length === 0 || !totals.known ? null : <DayBars days={days} month={calendar} zone={zone} />}
        </div>
      )}
    </section>
  );
};

/** Everybody on the list, or a page of them. */
function Everyone({ live, month, calendar, zone, hrefOf }: ClientProps) {
  const { listed, part, page } = live;
  const most = Math.max(0, ...month.people.map(({ standing }) => standing.hours));
  const allNew = month.people.every(({ group }) => group === "new");
  const place = new Map(month.people.map(({ id }, at) => [id, at]));
  const monthOf = new Map(month.people.map((one) => [one.id, one]));
  const sorted = part
    ? listed
    : listed.toSorted((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity));
  const shown = part ? sorted : sorted.slice((page - 1) * A_PAGE, page * A_PAGE);
  const isMore = part ? live.isMore : sorted.length > page * A_PAGE;
  return (
    <section class="card" id="all" aria-labelledby="everyone">
      <div class="cap">
        <h2 id="everyone">{t("All creators")}</h2>
        <p class="soft">{part || month.people.length === 0 ? t("by name") : t("most hours first")}</p>
      </div>
      <ul class="help" id="people" data-live>
        {shown.map((one) => (
          <Row one={one} month={monthOf.get(one.id)} {...{ calendar, zone, most, allNew }} />
        ))}
      </ul>
      {isMore && page === MAX_PAGES ? (
        <p class="more soft">{t("Only the first {n} by name are listed.", { n: String(A_PAGE * MAX_PAGES) })}</p>
      ) : null}
      {page === 1 && !isMore ? null : (
        <nav class="pager" aria-label={t("Pages")}>
          <span>{t("Page {n}", { n: String(page) })}</span>
          {page === 1 ? null : <ButtonLink href={hrefOf(page - 1)}>{t("Previous page")}</ButtonLink>}
          {isMore && page < MAX_PAGES ? (
            <ButtonLink href={hrefOf(page + 1)} icon="right">
              {t("Next page")}
            </ButtonLink>
          ) : null}
        </nav>
      )}
    </section>
  );
}

const Reports = ({ reports }: Pick<ClientProps, "reports">) =>
  reports.length === 0 ? (
    <></>
  ) : (
    <section class="card" aria-labelledby="reports">
      <div class="cap">
        <h2 id="reports">{t("Reports")}</h2>
      </div>
      <ul class="rows">
        {reports.map(({ period, href }) => (
          <li class="used">
            <span>{monthWords(period)}</span>
            <a class="btn" href={href}>
              {t("See report")} <span class="sr">{monthWords(period)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );

/** A list in the eyes of its client: how the month goes, who is live, who is next, everybody. */
export function ClientBody(props: ClientProps) {
  const { live, words, month, reports } = props;
  const { airing, next, listed, page, at } = live;
  const isUnsaid = (month.totals?.counts.unsaid ?? 0) > 0;
  if (listed.length === 0 && page === 1) return <p class="soft">{t("This list is empty.")}</p>;
  return (
    <div class="stack">
      <MonthCard {...props} />
      {airing.length === 0 ? null : (
        <LiveCard airing={airing} live={words} next={[]} now={at} linked={false} all={null} />
      )}
      <div id="next" data-live>
        {next.length === 0 && airing.length === 0 && !words.blind ? (
          <p class="soft">{t("No usual times are known for the next 7 days.")}</p>
        ) : (
          <NextUp wall={{ next }} blind={words.blind} />
        )}
      </div>
      <Everyone {...props} />
      <Reports reports={reports} />
      <p class="soft small">
        {t(
          "Time we couldn’t watch doesn’t count, so true hours can be higher. Each start and end can be off by the time between two checks.",
        )}
        {isUnsaid ? ` ${t("“Can’t say” means that less than 75% of the month was watched.")}` : ""}
      </p>
    </div>
  );
}

/** The width of a day, and of the gap after it. */
const DAY = 10;
const GAP = 3;
const HEIGHT = 100;

/** Days of which less was watched are hatched: their hours can be far too low. */
const HALF = 0.5;

/** The hours live of each day of a month, all creators together. */
function DayBars({ days, month, zone }: { days: LiveDay[]; month: Month; zone: string }) {
  const top = Math.max(HOUR_MS, ...days.map(({ ms }) => ms));
  const date = (at: number): string => dateLabel(language(), at, zone);
  const best = days.reduce((most, one, day) => (one.ms > days[most]!.ms ? day : most), 0);
  const label = t("Hours live per day; most on {date}: {hours}", {
    date: date(month.days[best]!),
    hours: hoursText(days[best]!.ms / HOUR_MS),
  });
  return (
    <figure class="day-bars">
      <figcaption>
        <span>{t("Hours live per day, all together")}</span>
        <span>{hoursText(top / HOUR_MS)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${month.days.length * DAY} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map(({ watched }, day) =>
          watched >= HALF ? null : <rect class="unseen" x={day * DAY} y="0" width={DAY} height={HEIGHT} />,
        )}
        {days.map(({ ms }, day) => {
          const height = Math.round((ms / top) * HEIGHT * 10) / 10;
          return height === 0 ? null : (
            <rect
              class={day === days.length - 1 ? "v today" : "v"}
              x={day * DAY + GAP / 2}
              y={HEIGHT - height}
              width={DAY - GAP}
              height={height}
            />
          );
        })}
        <line x1="0" x2={month.days.length * DAY} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p class="ends" aria-hidden="true">
        <span>{date(month.days[0]!)}</span>
        <span>{date(month.days[Math.floor(month.days.length / 2)]!)}</span>
        <span>{date(month.days.at(-1)!)}</span>
      </p>
      {days.some(({ watched }) => watched < HALF) ? (
        <p class="soft small">
          <span class="sw unsaid" aria-hidden="true"></span> {t("watched less than half of the day")}
        </p>
      ) : null}
    </figure>
  );
}
