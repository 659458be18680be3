import { calendarPeriod, isPeriodMonth, monthAfter } from "../../../core/calendar-period.ts";
import { cityOf, isTimezone, monthName } from "../../../core/calendar.ts";
import { target } from "../../creators/resource/target.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { type AirtimeScope, readable, readAirtime, type ReadAirtime } from "../read-airtime.ts";
import { Problem } from "../../../http/problem.ts";
import { countingZone, page, type PageContext, seeOther } from "../../../ui/page.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { ListMark } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { ListSwitcher } from "../../../ui/parts/list-switcher.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { addressOf, PRINTED, REPORTS } from "../report-address.ts";
import { UseBrowserZone } from "../../../ui/parts/zone.tsx";
import { watchedText } from "../../../sections/airtime/method/method.ts";
import { methodScope } from "../report-method.ts";
import { AirtimeTable } from "./table.tsx";
import { language, t } from "../../../ui/words/text.ts";
import type { ReportPorts } from "../rows/report.ts";
import { airtimeFile, REPORT_FILES, type ReportFile } from "../airtime-answer.ts";
import { isInexact, isUnwatchedReport, periodText, totalText } from "../airtime-words.ts";

const PATHS: Record<ReportFile, string> = {
  csv: `${REPORTS}/airtime.csv`,
  xlsx: `${REPORTS}/airtime.xlsx`,
  html: PRINTED,
};

/** Lists that the page offers to choose from. */
const MAX_LISTS = 200;

/** Creators that one report on the page covers: only to count them reads five rows each. */
const MAX_CREATORS = 150;

interface NamedList {
  id: string;
  name: string;
  timezone: string | null;
}

/** What a report page shows, and what it could show instead. */
interface Choice {
  scope: AirtimeScope & { zone: string | null };
  lists: NamedList[];
  /** The current month in the report's zone, such as "2027-03". */
  thisMonth: string;
  /** True if the scope has more creators than a report on the page covers. */
  tooMany: boolean;
}

/**
 * Days count in the zone that the address names, else of the list, else of the team, else in UTC, as in every other form
 * of the report. A wrong month, period or zone in the address is ignored.
 */
async function choiceIn(context: PageContext): Promise<Choice> {
  const { url, ports, now, session } = context;
  const { items } = await ports.keep.list(watchlist, {}, { limit: MAX_LISTS, after: null });
  const lists = items as unknown as NamedList[];
  const requested = lists.find(({ id }) => id === url.searchParams.get("list"));
  // A limited session always sees one of its own lists.
  const list = requested ?? (session.actor.watchlistIds === null ? null : (lists[0] ?? null));
  const named = url.searchParams.get("zone") ?? "";
  const own = isTimezone(named) ? named : null;
  const timezone = own ?? list?.timezone ?? countingZone(context);
  const thisMonth = monthName(now, timezone);
  const provided = url.searchParams.get("month") ?? url.searchParams.get("period") ?? "";
  const period = calendarPeriod(provided, timezone, now) === null ? thisMonth : provided;
  const within = { kind: "live", ...(list === null ? {} : { watchlistId: list.id }) };
  const { next } = await ports.keep.list(target, within, { limit: MAX_CREATORS, after: null });
  const scope = { period, timezone, validDayMinutes: 60, list, zone: own };
  return { scope, lists, thisMonth, tooMany: next !== null };
}

async function readIn({ scope }: Choice, { ports }: PageContext<ReportPorts>): Promise<ReadAirtime> {
  const read = await readAirtime(scope, ports.reports, await ports.keep.now());
  if (read === null) throw new Problem(404, t("There is no such month."));
  return readable(read);
}

/** Asks for a smaller scope. */
const TooMany = ({ choice }: { choice: Choice }) => (
  <>
    <Head title={t("Choose a list")} above={<Lists choice={choice} />}>
      {t("This page shows up to {max} creators at a time.", { max: MAX_CREATORS })}
    </Head>
    <ul class="rows tight card">
      {choice.lists
        .filter(({ id }) => id !== choice.scope.list?.id)
        .map((list) => (
          <li class="found">
            <a class="person" href={addressOf({ ...choice.scope, list })}>
              <ListMark name={list.name} of={list.id} />
              <b class="cut">
                <Name of={list.name} />
              </b>
            </a>
          </li>
        ))}
    </ul>
  </>
);

const Months = ({ choice: { scope, thisMonth }, label }: { choice: Choice; label: string }) => (
  <nav class="seg" aria-label={t("Month")}>
    {isPeriodMonth(scope.period) ? (
      <a href={addressOf({ ...scope, period: monthAfter(scope.period, -1) })}>{t("Previous month")}</a>
    ) : (
      <a href={addressOf({ ...scope, period: thisMonth })}>{t("This month")}</a>
    )}
    <a href={addressOf(scope)} aria-current="true">
      {label}
    </a>
    {isPeriodMonth(scope.period) && scope.period < thisMonth ? (
      <a href={addressOf({ ...scope, period: monthAfter(scope.period, 1) })}>{t("Next month")}</a>
    ) : null}
  </nav>
);

const Lists = ({ choice: { scope, lists } }: { choice: Choice }) => (
  <ListSwitcher lists={lists} chosen={scope.list?.id ?? null} hrefOf={(list) => addressOf({ ...scope, list })} />
);

/** How the numbers are meant, below them. */
const Method = ({ scope, report }: ReadAirtime) => (
  <div class="method flow small soft">
    <p>
      {t("Airtime is the time we saw them live. Time we couldn’t watch doesn’t count.")}{" "}
      {t("A valid day has at least {minutes} min live. Days are in {zone} time.", {
        minutes: String(scope.validDayMinutes),
        zone: cityOf(scope.timezone),
      })}
      {report.rows.some(({ uncertaintySeconds }) => isInexact(uncertaintySeconds))
        ? ` ${t("± is how far it can be off: streams start and end between two checks.")}`
        : null}
      {report.rows.some(({ coverage }) => coverage !== null && coverage < 1)
        ? ` ${t("Coverage is the share of the whole period: the time before they were added counts as not watched.")}`
        : null}
    </p>
    {scope.timezone === useScene().readerZone ? null : <UseBrowserZone from={addressOf(scope)} />}
  </div>
);

/** Leads to the digest that sends this month's report of a list, or each list's. Months before have only files. */
function Send({ choice: { scope, thisMonth } }: { choice: Choice }) {
  const { session } = useScene();
  const period = { [thisMonth]: "thisMonth", [monthAfter(thisMonth, -1)]: "lastMonth" }[scope.period];
  if (period === undefined || session === null || session.actor.watchlistIds !== null) return <></>;
  const query = new URLSearchParams({
    period,
    ...(scope.list === null ? {} : { list: scope.list.id }),
    ...(scope.zone === null ? {} : { zone: scope.zone }),
  });
  return (
    <Allowed scope="write">
      <ButtonLink href={`/digests/report?${query.toString()}`} icon="send" look="main">
        {t(scope.list === null ? "Send each list’s report" : "Send report")}
      </ButtonLink>
    </Allowed>
  );
}

async function reportsPage(context: PageContext<ReportPorts>): Promise<Response> {
  const choice = await choiceIn(context);
  if (choice.tooMany) return show(context, { title: t("Reports"), path: REPORTS, body: <TooMany choice={choice} /> });
  const read = await readIn(choice, context);
  const { scope, report } = read;
  const label = periodText(read, language());
  const who = scope.list === null ? t("All creators") : displayedName(scope.list.name);
  const { watched } = methodScope(read);
  const headline = t(
    isUnwatchedReport(report)
      ? "{who}: not watched in {period}"
      : isPeriodMonth(scope.period)
        ? "{who}: {time} live in {period}"
        : "{who}: {time} live, {period}",
    {
      who,
      time: totalText(language(), report),
      period: label,
    },
  );
  const body = (
    <>
      <Head
        title={headline}
        above={<Lists choice={choice} />}
        acts={
          <>
            <Send choice={choice} />
            <ButtonLink href={addressOf(scope, PATHS.html)} icon="open">
              {t("Print")}
            </ButtonLink>
            <ButtonLink href={addressOf(scope, PATHS.xlsx)} icon="file">
              Excel
            </ButtonLink>
            <ButtonLink href={addressOf(scope, PATHS.csv)} icon="file">
              CSV
            </ButtonLink>
          </>
        }
      >
        {scope.period === choice.thisMonth ? `${t("So far this month.")} ` : ""}
        {watched === null ? "" : watchedText(language(), watched)}
      </Head>
      <div class="choose">
        <Months choice={choice} label={label} />
      </div>
      {report.rows.length === 0 ? (
        <p class="soft">{t("No creators here.")}</p>
      ) : (
        <section class="card" aria-label={t("Airtime by creator")}>
          <AirtimeTable {...report} timezone={scope.timezone} caption={t("Airtime in {period}", { period: label })} />
        </section>
      )}
      <Method {...read} />
    </>
  );
  return show(context, { title: headline, path: REPORTS, body });
}

const filePage = (format: ReportFile) =>
  page<ReportPorts>({
    method: "get",
    path: PATHS[format],
    scope: "read",
    withinLists: true,
    async handle(context) {
      const choice = await choiceIn(context);
      const { scope, thisMonth, tooMany } = choice;
      if (tooMany) return seeOther(addressOf(scope));
      const month = (step: number): string =>
        addressOf({ ...scope, period: monthAfter(scope.period, step) }, PATHS[format]);
      const isMonth = isPeriodMonth(scope.period);
      const isClient = context.session.actor.watchlistIds !== null;
      const links = {
        back: isClient ? `/?${new URLSearchParams({ list: scope.list?.id ?? "" }).toString()}` : addressOf(scope),
        earlier: isMonth ? month(-1) : null,
        later: isMonth && scope.period < thisMonth ? month(1) : null,
      };
      return airtimeFile(format, await readIn(choice, context), language(), links, context.ports);
    },
  });

export const reportPages = [
  page({ method: "get", path: REPORTS, scope: "read", handle: reportsPage }),
  ...REPORT_FILES.map(filePage),
];
