import type { Child } from "hono/jsx";
import { MAX_ROWS } from "../../../core/chart.ts";
import { decimalText } from "../../../core/numbers-as-text.ts";
import type { Trend } from "../trends.ts";
import { scoreWords, valuesText } from "./headline.ts";
import { Button } from "../../../ui/parts/form.tsx";
import { PartDisplayed } from "../../../ui/parts/pager.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { CsvLink } from "../../../ui/parts/pieces.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { isTrend } from "../../../sections/score.ts";
import { addressOf, isPlace, placeIn, TRENDS, type TrendsQuery } from "./address.ts";
import { growthText } from "../../../ui/words/growth.ts";
import { language, meant, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const MAX_MOVERS = 30;

/** "+3.2" */
function signedNumber(value: number): string {
  const tenths = Math.round(Math.abs(value) * 10) / 10;
  return tenths === 0 ? "0" : `${value < 0 ? "−" : "+"}${decimalText(language(), tenths)}`;
}

/** The smallest change worth showing. */
const LEAST_PERCENT = 0.05;

/** True for a change that is not worth showing. */
export const isNone = (change: number, requested: TrendsQuery): boolean =>
  Math.abs(change) < (isPlace(requested) ? 1 : LEAST_PERCENT);

/** Formats a change: in percent, or in places. */
export function changeText(change: number, requested: TrendsQuery): string {
  if (isNone(change, requested)) return t("no change");
  return isPlace(requested) ? `${change < 0 ? "▼" : "▲"}${Math.abs(change)}` : growthText(change);
}

/** The series that changed most, with checkboxes for the chart. */
export const Movers = ({ all, drawn, asked }: { all: Trend[]; drawn: Trend[]; asked: TrendsQuery }) => {
  const { name } = asked.comparison;
  const displayed = [...new Set([...drawn, ...all.slice(0, MAX_MOVERS)])];
  const isAlone = all.every(({ targetId, name: own, of }) => targetId === all[0]!.targetId && own !== of);
  const isScored = all.some(({ score }) => score !== null);
  return (
    <form method="get" action={TRENDS} class="card">
      <input type="hidden" name="what" value={name} />
      {asked.range.days === null ? (
        <>
          <input type="hidden" name="from" value={asked.range.from} />
          <input type="hidden" name="to" value={asked.range.to} />
        </>
      ) : (
        <input type="hidden" name="days" value={`${asked.days}`} />
      )}
      {placeIn(asked.after).map(([key, value]) => (
        <input type="hidden" name={key} value={value} />
      ))}
      <div class="cap">
        <h2>{t("Biggest changes")}</h2>
        <CsvLink href={addressOf(asked, `${TRENDS}.csv`)} of={t("the biggest changes")} />
      </div>
      <div class="sums movers flow">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("Name")}</th>
              <th scope="col" class="r">
                {t("Before")}
              </th>
              <th scope="col" class="r">
                {t("Now")}
              </th>
              <th scope="col" class="r">
                {meant("noun", "Change")}
              </th>
              {isScored ? (
                <th scope="col" class="r">
                  {t("Score")}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {displayed.map((one) => (
              <Mover one={one} asked={asked} isDrawn={drawn.includes(one)} isAlone={isAlone} isScored={isScored} />
            ))}
          </tbody>
        </table>
        <PartDisplayed shown={displayed.length} of={all.length} />
        <p class="line">
          <Button>{t("Show selected")}</Button>
          <span class="small soft">{t("Up to {max}.", { max: MAX_ROWS })}</span>
        </p>
        {isScored ? (
          <p class="small soft score">
            {all.some(({ byOwn }) => byOwn)
              ? t(
                  "Score: how unusual the growth is, compared with the others here and with its own last four periods. 0 is normal, 3 or more is a trend.",
                )
              : t(
                  "Score: how unusual the growth is, compared with the others here. Too few earlier periods are known to compare it with its own. 0 is normal.",
                )}
          </p>
        ) : null}
      </div>
    </form>
  );
};

interface MoverProps {
  one: Trend;
  asked: TrendsQuery;
  isDrawn: boolean;
  /** True if all are of one target, and named otherwise. */
  isAlone: boolean;
  isScored: boolean;
}

/** A value, and since or until when it was measured if that is not all of the period. */
const Value = ({ text, children }: { text: string; children: Child }) => (
  <td class="r">
    {text}
    {children === null ? null : <small class="soft"> {children}</small>}
  </td>
);

const Mover = ({ one, asked, isDrawn, isAlone, isScored }: MoverProps) => {
  const [before, after] = valuesText(one, asked);
  return (
    <tr>
      <td>
        <span class="pick">
          <input
            class="tick"
            type="checkbox"
            name="s"
            value={one.key}
            checked={isDrawn}
            aria-label={t("Show {name}", { name: displayedName(one.name) })}
          />
          <span class="any">
            <a href={`${asked.comparison.room.path}/${one.targetId}`}>
              <Name of={one.name} />
            </a>
            {isAlone ? null : (
              <small class="xs soft">
                <Name of={one.of} />
              </small>
            )}
            {isScored ? <small class="xs soft verdict">{scoreWords(one)}</small> : null}
          </span>
        </span>
      </td>
      <Value text={before}>{one.since === null ? null : <T of="since {when}" when={<Time at={one.since} />} />}</Value>
      <Value text={after}>
        {one.until === null ? null : <T of="last seen {time}" time={<Time at={one.until} />} />}
      </Value>
      <Change of={one.change} asked={asked} />
      {isScored ? (
        <td class={isTrend(one) ? "r strong" : "r soft"}>
          {one.score === null ? "" : `${signedNumber(one.score)} `}
          <small>{scoreWords(one)}</small>
        </td>
      ) : null}
    </tr>
  );
};

const Change = ({ of, asked }: { of: number; asked: TrendsQuery }) => {
  if (isNone(of, asked)) return <td class="r soft">{changeText(of, asked)}</td>;
  return (
    <td class={of > 0 ? "r up strong" : "r down strong"}>
      {isPlace(asked) ? "" : of > 0 ? "▲ " : "▼ "}
      {changeText(of, asked)}
    </td>
  );
};
