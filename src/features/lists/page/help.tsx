import type { Month } from "../../../core/goal.ts";
import { GOALS } from "../../../ui/nav.ts";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { marked, plural, t } from "../../../ui/words/text.ts";
import { GoalBars } from "../../goals/page/bars.tsx";
import { needWords, seenText } from "../../goals/page/words.ts";
import type { Group, Person, Totals } from "../../goals/people.ts";
import { addressOf } from "../../reports/report-address.ts";
import type { ListReading } from "../lists.ts";
import { firstOf, MAX_ROWS } from "./summed.ts";

/** Those with the most hours this month: there is nobody to help, or no goal. */
function MostLive({ people, month, list }: { people: Person[]; month: Month; list: ListReading }) {
  const rows = people
    .filter(({ standing }) => standing.hours > 0)
    .toSorted((a, b) => b.standing.hours - a.standing.hours)
    .slice(0, MAX_ROWS);
  if (rows.length === 0) return <></>;
  return (
    <>
      <div class="cap line-top">
        <h3>{t("Most hours this month")}</h3>
        <a class="btn bare" href={addressOf({ period: month.name, list: list.list })}>
          {t("See report")}
        </a>
      </div>
      <ul class="help">
        {rows.map(({ id, name, standing }) => (
          <li>
            <Avatar name={name} of={id} />
            <span class="whom">
              <b class="cut">
                <a href={`/creators/${id}`}>
                  <Name of={name} />
                </a>
              </b>
            </span>
            <span class="end">
              <b>{seenText(standing)}</b>{" "}
              <span class="soft">{plural(standing.validDays, "{n} valid day", "{n} valid days")}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const HelpRow = ({ one, days }: { one: Person; days: number }) => {
  const needs = needWords(one);
  return (
    <li>
      <Avatar name={one.name} of={one.id} />
      <span class="whom">
        <b class="cut">
          <a href={`/creators/${one.id}`}>
            <Name of={one.name} />
          </a>
        </b>
        {needs === "" ? null : <span class={one.group === "behind" ? "need" : "need soft"}>{needs}</span>}
      </span>
      <GoalBars one={one} days={days} />
    </li>
  );
};

const HELP_TITLES: Partial<Record<Group, string>> = {
  behind: marked("Needs help first"),
  out: marked("Out of reach this month"),
  pace: marked("No one needs help. The closest calls"),
};

/** Those who need help, hardest first; if nobody does, those who can't make it, or who are closest to needing it. */
export function Help({
  closest,
  totals: { counts },
  month,
  list,
}: {
  closest: Person[];
  totals: Totals;
  month: Month;
  list: ListReading;
}) {
  const first = firstOf(counts);
  const rows = closest.filter(({ group }) => group === first).slice(0, MAX_ROWS);
  if (rows.length === 0) return <MostLive people={closest} month={month} list={list} />;
  const rest = first === "behind" ? counts.behind - rows.length : 0;
  const out = counts.out - (first === "out" ? rows.length : 0);
  const words = [
    ...(rest > 0 ? [plural(rest, "{n} more needs help", "{n} more need help")] : []),
    ...(out === 0
      ? []
      : [
          first === "out"
            ? plural(out, "{n} more is out of reach", "{n} more are out of reach")
            : plural(out, "{n} is out of reach", "{n} are out of reach"),
        ]),
  ];
  return (
    <>
      <div class="cap line-top">
        <h3>{t(HELP_TITLES[first]!)}</h3>
        <p class="soft">{t("The mark shows where they should be today")}</p>
      </div>
      <ul class="help">
        {rows.map((one) => (
          <HelpRow one={one} days={month.days.length} />
        ))}
      </ul>
      {words.length === 0 || list.goal === null ? null : (
        <p class="more">
          <a href={`${GOALS}/${list.goal.id}`}>{words.join(", ")}</a>
        </p>
      )}
    </>
  );
}
