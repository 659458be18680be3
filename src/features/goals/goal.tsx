import { verdictOf, type GoalStanding } from "../../core/goal.ts";
import { barePercent } from "../../core/numbers-as-text.ts";
import { doneWords, neededWords } from "./page/words.ts";
import { language, t } from "../../ui/words/text.ts";
import { Pill } from "../../ui/parts/pieces.tsx";

/** Below this share of watched time, the page states the coverage. */
const WELL_WATCHED = 0.95;

/** The progress of a goal: a bar each for hours and days, and what is needed to reach it. */
export function GoalProgress({ of, validDayMinutes }: { of: GoalStanding; validDayMinutes: number }) {
  const { hours, validDays, wanted, coverage } = of;
  const bars: [label: string, done: number, of: number][] = [
    ...(wanted.hours === null ? [] : [[t("Hours"), hours, wanted.hours] as [string, number, number]]),
    ...(wanted.validDays === null ? [] : [[t("Valid days"), validDays, wanted.validDays] as [string, number, number]]),
  ];
  return (
    <div class={of.state === "not_started" ? "goal flow later" : "goal flow"}>
      {bars.map(([label, done, all]) => (
        <progress max={all} value={Math.min(done, all)} aria-label={label} />
      ))}
      <p>
        <b>{doneWords(of)}</b>: {neededWords(of, validDayMinutes)}{" "}
        {verdictOf(of, validDayMinutes) === "behind" ? (
          <Pill tone="hand" icon="hand">
            {t("behind")}
          </Pill>
        ) : null}
        {of.reached ? <Pill tone="good" icon="well" /> : null}
      </p>
      {coverage === null || coverage >= WELL_WATCHED ? null : (
        <p class="soft small">
          {t("Watched {share} of the month so far. Other time doesn’t count.", {
            share: barePercent(language(), Math.round(coverage * 100)),
          })}
        </p>
      )}
    </div>
  );
}
