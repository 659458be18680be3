import { type Month } from "../../../core/goal.ts";
import { cityOf, monthName } from "../../../core/calendar.ts";
import { monthAfter } from "../../../core/calendar-period.ts";
import { addressOf, PRINTED } from "../../reports/report-address.ts";
import { hoursText, monthWords } from "../../goals/page/words.ts";
import { isWellWatched, totalsOf, type Counts, type Group, type Person } from "../../goals/people.ts";
import { GoalBars, PeopleBar } from "../../goals/page/bars.tsx";
import { isLost, LiveCard } from "../../lists/page/live.tsx";
import { type LiveWords } from "../../lists/page/words.ts";
import { type NextUp } from "../../wall/wall.ts";
import { agedWords } from "../../wall/wall.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { ListMark } from "../../../ui/parts/list-mark.tsx";
import { ListSwitcher } from "../../../ui/parts/list-switcher.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import type { HealthSnapshot } from "../../../core/health-snapshot.ts";
import type { OnAir } from "../../now/card.ts";
import { marked, plural, t } from "../../../ui/words/text.ts";

/** A client reads facts, not tasks: who can't reach the goal any more is behind, as others are. */
const CLIENT_WORDS: Record<Group, string> = {
  behind: marked("behind"),
  out: marked("behind"),
  pace: marked("on pace"),
  reached: marked("reached"),
  new: marked("from next month"),
  unsaid: marked("can’t say"),
};

const forClient = (counts: Counts): Counts => ({ ...counts, behind: 0, out: counts.behind + counts.out });

interface MonthProps {
  people: Person[];
  month: Month;
  /** True if these are not all creators. */
  part: boolean;
}

const Summary = ({ people, month, part }: MonthProps) => {
  const { hours, atLeast, known, counts: all } = totalsOf(people);
  const counts = forClient(all);
  const judged = counts.out + counts.pace + counts.reached;
  const words: [Group, number][] = [
    ["reached", counts.reached],
    ["pace", counts.pace],
    ["out", counts.out],
    ["new", counts.new],
    ["unsaid", counts.unsaid],
  ];
  return (
    <section class="card pad flow" aria-labelledby="month">
      <h2 id="month">{t("{month} so far", { month: monthWords(month.name) })}</h2>
      {part ? null : (
        <p class="large">
          {known ? (
            <>
              {atLeast ? <small>{t("at least")} </small> : null}
              <b>{hoursText(hours)}</b> <small>{t("live, all together")}</small>
            </>
          ) : (
            <small>{t("Not watched this month yet")}</small>
          )}
        </p>
      )}
      {judged === 0 || part ? null : (
        <>
          <p>
            {t("{n} of {all} have reached their goal or are on pace", {
              n: String(counts.reached + counts.pace),
              all: String(judged),
            })}
          </p>
          <PeopleBar counts={counts} words={CLIENT_WORDS} />
          <ul class="pk">
            {words.map(([group, n]) =>
              n === 0 ? null : (
                <li>
                  <span>
                    <span class={`sw ${group}`} aria-hidden="true"></span>
                    <b>{n}</b> {t(CLIENT_WORDS[group])}
                  </span>
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </section>
  );
};

const Row = ({ one, live, days }: { one: Person; live: ReadonlySet<string>; days: number }) => {
  const { standing, group, goal } = one;
  const known = (standing.coverage ?? 0) > 0;
  const least = isWellWatched(standing) ? "" : "+";
  return (
    <li>
      <Avatar name={one.name} of={one.id} live={live.has(one.id)} />
      <span class="whom">
        <b class="cut">
          <Name of={one.name} />
        </b>
        <small class="cut">
          {[
            ...(live.has(one.id) ? [t("live now")] : []),
            ...(group === null ? [] : [t(CLIENT_WORDS[group])]),
            ...(goal === null && known ? [plural(standing.validDays, "{n} valid day", "{n} valid days")] : []),
          ].join(" · ")}
        </small>
      </span>
      {!known ? (
        <span class="soft end">{t("not known")}</span>
      ) : goal === null || group === "new" ? (
        <b class="end">{`${hoursText(standing.hours)}${least}`}</b>
      ) : (
        <GoalBars one={one} days={days} />
      )}
    </li>
  );
};

/** The address part that names a list. */
export const LIST = "list";

/** What a client sees of a list. */
export interface OwnProps {
  lists: { id: string; name: string }[];
  id: string;
  name: string;
  live: LiveWords;
  title: string;
  people: Person[];
  /** Those of this page. */
  shown: Person[];
  page: number;
  more: boolean;
  /** True if `people` are those of one page only. */
  part: boolean;
  month: Month;
  airing: OnAir[];
  next: NextUp[];
  pulse: HealthSnapshot;
  zone: string;
  now: number;
}

/** Everybody on the list, or a page of them. */
function Everyone({ lists, id, airing, shown, page, more, part, month }: OwnProps) {
  const liveIds = new Set(airing.filter((one) => !isLost(one)).map((one) => one.id));
  const at = (other: number): string =>
    `/?${new URLSearchParams({ ...(lists.length < 2 ? {} : { [LIST]: id }), page: String(other) }).toString()}#all`;
  return (
    <section class="card" id="all" aria-labelledby="everyone">
      <div class="cap">
        <h2 id="everyone">{t("All creators")}</h2>
        <p class="soft">{part ? t("by name") : t("most hours first")}</p>
      </div>
      <ul class="help" id="people" data-live>
        {shown.map((one) => (
          <Row one={one} live={liveIds} days={month.days.length} />
        ))}
      </ul>
      {page === 1 && !more ? null : (
        <nav class="pager" aria-label={t("Pages")}>
          <span>{t("Page {n}", { n: String(page) })}</span>
          {page === 1 ? null : <ButtonLink href={at(page - 1)}>{t("Previous page")}</ButtonLink>}
          {more ? (
            <ButtonLink href={at(page + 1)} icon="right">
              {t("Next page")}
            </ButtonLink>
          ) : null}
        </nav>
      )}
    </section>
  );
}

/** The reports of the month that runs and of the one before. */
function MonthReports({ lists, id, zone, now }: OwnProps) {
  const thisMonth = monthName(now, zone);
  const chosen = lists.find((one) => one.id === id) ?? null;
  return (
    <section class="card" aria-labelledby="reports">
      <div class="cap">
        <h2 id="reports">{t("Reports")}</h2>
      </div>
      <ul class="rows">
        {[0, -1].map((months) => (
          <li class="used">
            <span>{monthWords(monthAfter(thisMonth, months))}</span>
            <a class="btn" href={addressOf({ period: monthAfter(thisMonth, months), list: chosen }, PRINTED)}>
              {months === 0 ? t("This month’s report") : t("Last month’s report")}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A list in the eyes of its client. */
export function OwnView(own: OwnProps) {
  const { lists, id, name, live, title, people, month, page, part, airing, next, pulse, zone, now } = own;
  return (
    <main class="shared own" id="main">
      <div class="own-top">
        {lists.length < 2 ? (
          <p class="with-mark strong">
            <ListMark name={name} of={id} small />
            <Name of={name} />
          </p>
        ) : (
          <ListSwitcher
            lists={lists}
            chosen={id}
            hrefOf={(list) => (list === null ? "/" : `/?${LIST}=${list.id}`)}
            all={false}
          />
        )}
        <Act action="/sign-out" look="bare">
          {t("Sign out")}
        </Act>
      </div>
      <div class="head" id="head" data-live>
        <div>
          <h1>{title}</h1>
          <p>
            {[
              ...(part || people.length === 0 ? [] : [plural(people.length, "{n} creator", "{n} creators")]),
              ...(live.unknown > 0 && !live.blind ? [t("{n} unknown", { n: live.unknown })] : []),
              agedWords({ pulse, at: now } as Parameters<typeof agedWords>[0]),
              t("{city} time", { city: cityOf(zone) }),
            ].join(" · ")}
          </p>
        </div>
      </div>
      {people.length === 0 && page === 1 ? (
        <p class="soft">{t("This list is empty.")}</p>
      ) : (
        <div class="stack">
          <LiveCard airing={airing} live={live} next={next} now={now} linked={false} all={null} />
          <Summary people={people} month={month} part={part} />
          <Everyone {...own} />
          <MonthReports {...own} />
          <p class="soft small">
            {t(
              "Only time that was seen counts: true hours can be higher, never lower. “Can’t say” means that less than 75% of the month was watched.",
            )}
          </p>
        </div>
      )}
    </main>
  );
}
