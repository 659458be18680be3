import { cityOf } from "../../../core/calendar.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { ListSummary } from "../lists.ts";
import { type Counts, type Totals, withGoalIn } from "../../goals/people.ts";
import { PeopleBar } from "../../goals/page/bars.tsx";
import { countsWords, hoursText } from "../../goals/page/words.ts";
import { LISTS } from "./words.ts";
import { ListMark } from "../../../ui/parts/icon.tsx";

/** A list with what is computed of its month; null where that has not happened yet. */
export interface Standing {
  one: ListSummary;
  totals: Totals | null;
}

/** How many creators of a list need help, or can no longer make it. */
export const needOf = ({ totals }: Standing): number => totals?.counts.behind ?? 0;
export const outOf = ({ totals }: Standing): number => totals?.counts.out ?? 0;

/** "678 h+": more may have happened than was seen. */
const Least = ({ n, least }: { n: string; least: boolean }) =>
  least ? (
    <>
      <span aria-hidden="true">{n}+</span>
      <span class="sr">{t("at least {n}", { n })}</span>
    </>
  ) : (
    <>{n}</>
  );

const LiveCell = ({ one, blind, more }: { one: ListSummary; blind: boolean; more: boolean }) => {
  if (blind) return <span class="soft">{t("unknown")}</span>;
  const least = one.unknown > 0 || more;
  return one.live === 0 ? (
    <span class="soft">{one.unknown > 0 ? t("{n} unknown", { n: one.unknown }) : t("none")}</span>
  ) : (
    <span class="red strong">
      <span class="lamp s" aria-hidden="true"></span> <Least n={String(one.live)} least={least} />
    </span>
  );
};

const NeedCell = ({ one, counts, label }: { one: ListSummary; counts: Counts | null; label: string }) => {
  const behind = counts?.behind ?? 0;
  return (
    <td class={one.hasGoal || behind + (counts?.out ?? 0) > 0 ? "n" : "n nil"} data-label={label}>
      {behind > 0 ? (
        <b class="warn">{behind}</b>
      ) : (
        <span class="soft">
          {counts !== null && counts.out > 0
            ? plural(counts.out, "{n} is out of reach", "{n} are out of reach")
            : one.hasGoal && counts !== null
              ? t("none")
              : "–"}
        </span>
      )}
    </td>
  );
};

const GoalsCell = ({ counts, one }: { counts: Counts | null; one: ListSummary }) => {
  const judged = counts === null ? 0 : withGoalIn(counts);
  if (counts === null || judged === 0)
    return one.hasGoal ? (
      <span class="soft">
        {one.creators === 0 ? t("No creators yet") : t("Not counted yet, usually within 15 minutes")}
      </span>
    ) : (
      <span class="soft">
        {t("No goal")}
        {one.creators === 0 ? null : (
          <Allowed scope="write">
            {" · "}
            <a href={`${LISTS}/${one.id}#goal`}>
              {t("Set one")}
              <span class="sr"> {displayedName(one.name)}</span>
            </a>
          </Allowed>
        )}
      </span>
    );
  return (
    <>
      <PeopleBar counts={counts} thin />
      <small>
        {counts.new === judged
          ? plural(judged, "{n} counts from next month", "{n} count from next month")
          : countsWords(counts)}
      </small>
    </>
  );
};

/** Who of the client's side can see it, and when somebody did. */
const ClientCell = ({ one: { links, people, seenAt } }: { one: ListSummary }) => (
  <>
    {people + links === 0 ? (
      <span class="soft">{t("your team")}</span>
    ) : (
      [
        ...(people === 0 ? [] : [plural(people, "{n} person", "{n} people")]),
        ...(links === 0 ? [] : [plural(links, "{n} link", "{n} links")]),
      ].join(", ")
    )}
    {people === 0 ? null : (
      <small class={seenAt === null ? "warn" : ""}>
        {seenAt === null ? t("never opened") : <T of="opened {time}" time={<Time at={seenAt} />} />}
      </small>
    )}
  </>
);

const labels = () => ({
  needs: t("Need help"),
  goals: t("Goals this month"),
  hours: t("Hours this month"),
  live: t("Live"),
  client: t("Client"),
  zone: t("Time zone"),
});

/** The columns that say something of at least one list. */
interface Columns {
  needs: boolean;
  client: boolean;
  zone: boolean;
}

const columnsOf = (standings: Standing[]): Columns => ({
  needs: standings.some(({ one, totals }) => one.hasGoal || (totals !== null && withGoalIn(totals.counts) > 0)),
  client: standings.some(({ one }) => one.people + one.links > 0),
  zone: standings.some(({ one }) => one.timezone !== null),
});

interface RowProps {
  of: Standing;
  columns: Columns;
  blind: boolean;
  more: boolean;
}

/** What a list holds: its creators, or what else is watched in it. The demo's is not checked while it rests. */
const sizeWords = ({ creators, others, resting }: ListSummary): string =>
  creators === 0 && others === 0 && resting > 0
    ? t("Demo, not checked")
    : creators === 0 && others > 0
      ? plural(others, "{n} watched", "{n} watched")
      : plural(creators, "{n} creator", "{n} creators");

const Row = ({ of: { one, totals }, columns, blind, more }: RowProps) => {
  const heads = labels();
  const counts = totals?.counts ?? null;
  return (
    <tr class={one.creators === 0 ? "bare" : ""}>
      <th scope="row">
        <a class="person" href={`${LISTS}/${one.id}`}>
          <ListMark name={one.name} of={one.id} />
          <span class="cut">
            <b class="cut">
              <Name of={one.name} />
            </b>
            <small>{sizeWords(one)}</small>
          </span>
        </a>
      </th>
      {columns.needs ? <NeedCell one={one} counts={counts} label={heads.needs} /> : null}
      <td data-label={heads.goals}>
        <GoalsCell counts={counts} one={one} />
      </td>
      <td class="n" data-label={heads.hours}>
        {totals === null || totals.people === 0 ? (
          <span class="soft">–</span>
        ) : totals.known ? (
          <Least n={hoursText(totals.hours)} least={totals.atLeast} />
        ) : (
          <span class="soft">{t("not known")}</span>
        )}
      </td>
      <td class="n" data-label={heads.live}>
        <LiveCell one={one} blind={blind} more={more} />
      </td>
      {columns.client ? (
        <td data-label={heads.client} class={one.people + one.links > 0 ? "client" : "client nil"}>
          <ClientCell one={one} />
        </td>
      ) : null}
      {columns.zone ? (
        <td data-label={heads.zone} class={one.timezone === null ? "soft zone nil" : "soft zone"}>
          {one.timezone === null ? t("the team’s") : cityOf(one.timezone)}
        </td>
      ) : null}
      <Allowed scope="write">
        <td class="act">
          <a class="btn bare" href={`${LISTS}?change=${one.id}#change`}>
            {t("Edit")}
            <span class="sr"> {displayedName(one.name)}</span>
          </a>
        </td>
      </Allowed>
    </tr>
  );
};

/** Lists in a table, whose rows are cards below 1000 px. */
export const Table = ({ standings, blind, more }: { standings: Standing[]; blind: boolean; more: boolean }) => {
  const { needs, goals, hours, live, client, zone } = labels();
  const columns = columnsOf(standings);
  return (
    <div class="card lists">
      <table>
        <caption class="sr">{t("Lists, those that need help first")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("List")}</th>
            {columns.needs ? (
              <th scope="col" class="n">
                {needs}
              </th>
            ) : null}
            <th scope="col" class="wide">
              {goals}
            </th>
            <th scope="col" class="n">
              {hours}
            </th>
            <th scope="col" class="n">
              {live}
            </th>
            {columns.client ? <th scope="col">{client}</th> : null}
            {columns.zone ? <th scope="col">{zone}</th> : null}
            <Allowed scope="write">
              <th scope="col">
                <span class="sr">{t("Edit")}</span>
              </th>
            </Allowed>
          </tr>
        </thead>
        <tbody>
          {standings.map((of) => (
            <Row of={of} columns={columns} blind={blind} more={more} />
          ))}
        </tbody>
      </table>
    </div>
  );
};
