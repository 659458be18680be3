import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { inSentence, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { NamePlace, TrendsReading } from "../trends.ts";
import { addressOf, FIRST, TRENDS, type TrendsQuery } from "./address.ts";

interface ComparedProps {
  asked: TrendsQuery;
  reading: TrendsReading;
  /** All targets of the kind. */
  watched: number;
}

/** Says which of the targets are compared, if not all are: the others may have changed more. */
export const Compared = ({ asked, reading: { targets }, watched }: ComparedProps) => {
  const [first, last] = [targets[0], targets.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <T
      of="Comparing {count} of {all} {things} by name, from {first} to {last}. Others may have changed more."
      count={targets.length}
      all={watched}
      things={inSentence(t(asked.comparison.room.title))}
      first={<Name of={first.name} />}
      last={<Name of={last.name} />}
    />
  );
};

/** Leads to other targets by name: to those from a name on, to the next ones, and back to the first. */
export const ByName = ({ asked, next }: { asked: TrendsQuery; next: NamePlace | null }) => {
  const { comparison, days, range, after } = asked;
  const isFirst = after.name === "" && after.id === "";
  const at = (place: NamePlace): string => addressOf({ ...asked, chosen: [], after: place });
  return (
    <form method="get" action={TRENDS} class="line" role="search">
      <input type="hidden" name="what" value={comparison.name} />
      {range.days === null ? (
        <>
          <input type="hidden" name="from" value={range.from} />
          <input type="hidden" name="to" value={range.to} />
        </>
      ) : (
        <input type="hidden" name="days" value={`${days}`} />
      )}
      <label for="by-name">{t("Start at the name")}</label>
      <input
        class="in"
        type="search"
        name="name"
        id="by-name"
        maxlength={100}
        value={after.id === "" ? after.name : ""}
      />
      <button type="submit" class="btn">
        {t("Show")}
      </button>
      {isFirst ? null : <ButtonLink href={at(FIRST)}>{t("First by name")}</ButtonLink>}
      {next === null ? null : <ButtonLink href={at(next)}>{t("Next by name")}</ButtonLink>}
    </form>
  );
};
