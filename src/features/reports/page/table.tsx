import * as shared from "../airtime-words.ts";
import type { AirtimeReport, AirtimeRow } from "../../../sections/airtime-shape.ts";
import { placesWords } from "../airtime-words.ts";
import { totalSeconds } from "../../../sections/airtime/words.ts";
import { goalLines } from "../../goals/page/words.ts";
import { cityOf } from "../../../core/calendar.ts";
import { hoursWords } from "../../../core/duration.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { language, meant, plural, t } from "../../../ui/words/text.ts";

/** "+1 h 20 min" more than in the period before; a dash if that is not known. */
export const changeWords = (seconds: number | null): string => shared.changeWords(language(), seconds);

/** A count of viewers with all its digits: "11,866"; "–" if none was counted. */
export const viewersWords = (count: number | null): string => shared.viewersWords(language(), count);

/** "± 4 min", if an airtime is not exact to the minute. */
export const Uncertainty = ({ uncertaintySeconds }: Pick<AirtimeRow, "uncertaintySeconds">) =>
  shared.isInexact(uncertaintySeconds) ? <small> {shared.exactWords(language(), uncertaintySeconds)}</small> : null;

/** True if a creator was watched all the time, which the head of the page says once. */
const isWhole = ({ coverage }: AirtimeRow): boolean => coverage !== null && coverage >= 1;

/** Columns that a report has only if they say something. */
interface Displayed {
  change: boolean;
  coverage: boolean;
  ranks: boolean;
  goals: boolean;
  /** The zone of the report. */
  timezone: string;
}

type Labels = ReturnType<typeof labelsOf>;

/** The heads of the columns. */
const labelsOf = () => ({
  airtime: t("Hours live"),
  change: meant("noun", "Change"),
  validDays: t("Valid days"),
  streams: t("Streams"),
  averageViewers: t("Average viewers"),
  peakViewers: t("Peak viewers"),
  coverage: t("Coverage"),
  bestRank: t("Best rank"),
  goal: t("Goal"),
});

/** "12 h 5 min", and "± 4 min" below if it is not exact to the minute. */
const Airtime = (row: AirtimeRow) => (
  <>
    {shared.airtimeText(language(), row)}
    <Uncertainty uncertaintySeconds={row.uncertaintySeconds} />
  </>
);

const Row = ({
  row,
  labels,
  timezone,
  change,
  coverage,
  ranks,
  goals,
}: { row: AirtimeRow; labels: Labels } & Displayed) => (
  <tr>
    <th scope="row">
      <a href={`/creators/${row.targetId}`}>
        <Name of={row.name} />
      </a>
    </th>
    <td class="hours" data-label={labels.airtime}>
      <Airtime {...row} />
    </td>
    {change ? (
      <td class={row.change === null ? "none" : ""} data-label={labels.change}>
        {changeWords(row.change)}
      </td>
    ) : null}
    <td data-label={labels.validDays}>{shared.isUnwatched(row) ? "–" : row.validDays}</td>
    <td data-label={labels.streams}>{shared.isUnwatched(row) ? "–" : row.streams}</td>
    <td class="in-table" data-label={labels.averageViewers}>
      {viewersWords(row.averageViewers)}
    </td>
    <td data-label={labels.peakViewers}>{viewersWords(row.peakViewers)}</td>
    {coverage ? (
      <td class={isWhole(row) ? "none" : ""} data-label={labels.coverage}>
        {shared.coverageWords(language(), row.coverage)}
      </td>
    ) : null}
    {ranks ? (
      <td class={row.bestPlaces.length === 0 ? "more none" : "more"} data-label={labels.bestRank}>
        {placesWords(row.bestPlaces.slice(0, 1))}
        {row.bestPlaces.length < 2 ? null : (
          <small class="soft" title={placesWords(row.bestPlaces)}>
            {" "}
            {plural(row.bestPlaces.length - 1, "and {n} more ranking", "and {n} more rankings")}
          </small>
        )}
      </td>
    ) : null}
    {goals ? (
      <td class={row.goal === null ? "none" : "more goal"} data-label={labels.goal}>
        {row.goal === null
          ? "–"
          : [
              ...goalLines(row.goal),
              ...(row.goal.timezone === timezone ? [] : [t("{city} time", { city: cityOf(row.goal.timezone) })]),
            ].map((line) => <span>{line}</span>)}
      </td>
    ) : null}
  </tr>
);

/** The creators of a report, those with the most airtime first. Below 1000 px each row becomes a card. */
export function AirtimeTable({
  rows,
  totals,
  caption,
  timezone,
}: AirtimeReport & { caption: string; timezone: string }) {
  const displayed = {
    change: rows.some(({ change }) => change !== null),
    coverage: !rows.every(isWhole),
    ranks: rows.some(({ bestPlaces }) => bestPlaces.length > 0),
    goals: rows.some(({ goal }) => goal !== null),
    timezone,
  };
  const unwatched = shared.isUnwatchedReport({ rows, totals });
  const labels = labelsOf();
  const heads = [
    labels.airtime,
    ...(displayed.change ? [labels.change] : []),
    labels.validDays,
    labels.streams,
    labels.averageViewers,
    labels.peakViewers,
    ...(displayed.coverage ? [labels.coverage] : []),
  ];
  const texts = [...(displayed.ranks ? [labels.bestRank] : []), ...(displayed.goals ? [labels.goal] : [])];
  const rest = Number(displayed.coverage) + texts.length;
  return (
    <div class="report">
      <table>
        <caption class="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Creator")}</th>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
            {texts.map((head) => (
              <th scope="col" class="more">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row row={row} labels={labels} {...displayed} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{plural(totals.creators, "{n} creator in all", "All {n} creators")}</th>
            <td class="hours" data-label={labels.airtime}>
              {unwatched ? "–" : hoursWords(language(), totalSeconds({ rows, totals }))}
              {unwatched ? null : <Uncertainty uncertaintySeconds={shared.totalUncertainty({ rows, totals })} />}
            </td>
            {displayed.change ? <td class="none"></td> : null}
            <td data-label={labels.validDays}>{unwatched ? "–" : totals.validDays}</td>
            <td data-label={labels.streams}>{unwatched ? "–" : totals.streams}</td>
            <td class="none"></td>
            <td data-label={labels.peakViewers}>{viewersWords(totals.peakViewers)}</td>
            {rest === 0 ? null : <td class="none" colspan={rest}></td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
