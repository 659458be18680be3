import { doneText } from "../goal-words.ts";
import { type GoalStanding, isWellWatched } from "../../../core/goal.ts";
import { GROUPS, type Counts, type Person } from "../people.ts";
import { countsWords, GROUP_WORDS, seenText } from "./words.ts";
import { decimalText } from "../../../core/numbers-as-text.ts";
import { inPage, language, t } from "../../../ui/words/text.ts";

/** Up to so many people have a cell each; above, and in tables, groups have shares. */
const MAX_CELLS = 60;
const LEAST_CELLS = 30;
const CELL = 10;
const SHARES = 600;

interface PeopleBarProps {
  counts: Counts;
  thin?: boolean;
}

/** A bar with a cell for each person, in the order of the groups. */
export function PeopleBar({ counts, thin = false }: PeopleBarProps) {
  const people = GROUPS.reduce((sum, group) => sum + counts[group], 0);
  if (people === 0) return <></>;
  const cells = !thin && people <= MAX_CELLS;
  // A cell of a few people is not as wide as a bar.
  const width = cells ? Math.max(people, LEAST_CELLS) * CELL : SHARES;
  const each = cells ? CELL : width / people;
  let at = 0;
  const parts = GROUPS.flatMap((group) => {
    const n = counts[group];
    const from = at;
    at += n * each;
    if (n === 0) return [];
    return cells
      ? Array.from({ length: n }, (_, place) => ({ group, x: from + place * each + 1, width: each - 2 }))
      : [{ group, x: from, width: n * each }];
  });
  return (
    <svg
      class={thin ? "pb thin" : "pb"}
      viewBox={`0 0 ${width} 22`}
      preserveAspectRatio="none"
      role="img"
      aria-label={countsWords(counts)}
    >
      {parts.map(({ group, x, width: wide }) => (
        <rect class={group} x={round(x)} y="1" width={round(wide)} height="20" rx={cells ? 2 : 0} />
      ))}
    </svg>
  );
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** The legend of the bar; `href` makes each group a link. */
export const PeopleKey = ({ counts, href }: { counts: Counts; href?: (group: string) => string }) => (
  <ul class="pk">
    {GROUPS.filter((group) => counts[group] > 0).map((group) => {
      const text = (
        <>
          <span class={`sw ${group}`} aria-hidden="true"></span>
          <b>{counts[group]}</b> {t(GROUP_WORDS[group])}
        </>
      );
      return <li>{href === undefined ? <span>{text}</span> : <a href={href(group)}>{text}</a>}</li>;
    })}
  </ul>
);

interface Half {
  done: number;
  wanted: number;
  pace: number | null;
  /** The share of the goal that should be done by now, 0 to 1. */
  due: number;
  text: string;
  of: string;
}

interface BarProps {
  half: Half;
  late: boolean;
  /** False while the goal has not begun: then the bar is pale and today has no mark. */
  counts: boolean;
}

/** One half of a goal: what is done, where this pace ends, and where today should be. */
function GoalBar({ half: { done, wanted, pace, due, text, of }, late, counts }: BarProps) {
  const share = (value: number): number => Math.min(100, Math.max(0, (value / wanted) * 100));
  const lags = late && share(done) < due * 90;
  return (
    <span class="gb">
      <span class="gbt">
        <b>{text}</b> <span class="soft">{of}</span>
      </span>
      <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
        <rect class="b0" x="0" y="4" width="100" height="6" />
        {pace === null || !counts ? null : (
          <rect class={lags ? "p w" : "p"} x="0" y="4" width={round(share(pace))} height="6" />
        )}
        <rect class={!counts ? "p" : lags ? "v w" : "v"} x="0" y="4" width={round(share(done))} height="6" />
        {counts ? <rect class="mk" x={round(Math.min(99, due * 100))} y="1" width="0.8" height="12" /> : null}
      </svg>
    </span>
  );
}

/** The share of a month that is over before today, and today's part of it. */
const dueIn = ({ left }: GoalStanding, days: number): number => Math.min(1, Math.max(0, 1 - left.days / days));

/** Both halves of a person's goal. */
export function GoalBars({ one, days }: { one: Person; days: number }) {
  const { standing } = one;
  const { hours, validDays, wanted, pace } = standing;
  const least = isWellWatched(standing) ? "" : "+";
  const due = dueIn(standing, days);
  const late = one.group === "behind" || one.group === "out";
  const halves: Half[] = [
    ...(wanted.hours === null
      ? []
      : [
          {
            done: hours,
            wanted: wanted.hours,
            pace: pace?.hours ?? null,
            due,
            text: seenText(standing),
            of: t("of {n} h", { n: decimalText(language(), wanted.hours) }),
          },
        ]),
    ...(wanted.validDays === null
      ? []
      : [
          {
            done: validDays,
            wanted: wanted.validDays,
            pace: pace?.validDays ?? null,
            due,
            text: `${validDays}${least}`,
            of: t("of {n} days", { n: String(wanted.validDays) }),
          },
        ]),
  ];
  return (
    <span class="gbs" role="img" aria-label={doneText(standing, inPage)}>
      {halves.map((half) => (
        <GoalBar half={half} late={late} counts={one.group !== "new"} />
      ))}
    </span>
  );
}
