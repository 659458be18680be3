import { grouped } from "../../../core/numbers-as-text.ts";
import type { AirtimeReport, AirtimeRow } from "../../../core/airtime.ts";
import { changeWords, coverageWords, hoursWords, placesWords, viewersWords } from "../../http/airtime-words.ts";
import { doneText, neededText } from "../../http/goal-words.ts";
import { Name } from "../parts/name.tsx";

/** Columns that a report has only if they say something. */
interface Shown {
  ranks: boolean;
  goals: boolean;
}

const Row = ({ row, ranks, goals }: { row: AirtimeRow } & Shown) => (
  <tr>
    <th scope="row">
      <a href={`/creators/${row.targetId}`}>
        <Name of={row.name} />
      </a>
    </th>
    <td class="hours" data-label="Airtime">
      {hoursWords(row.seconds)}
    </td>
    <td data-label="Change">{changeWords(row.change)}</td>
    <td data-label="Valid days">{row.validDays}</td>
    <td data-label="Streams">{row.streams}</td>
    <td data-label="Average viewers">{viewersWords(row.averageViewers)}</td>
    <td data-label="Peak viewers">{viewersWords(row.peakViewers)}</td>
    <td data-label="Observed">{coverageWords(row.coverage)}</td>
    {ranks ? (
      <td class="more" data-label="Best rank">
        {placesWords(row.bestPlaces)}
      </td>
    ) : null}
    {goals ? (
      <td class="more" data-label="Goal">
        {row.goal === null ? "–" : `${doneText(row.goal)}: ${neededText(row.goal, row.goal.validDayMinutes)}`}
      </td>
    ) : null}
  </tr>
);

const HEADS = ["Airtime", "Change", "Valid days", "Streams", "Average viewers", "Peak viewers", "Observed"];

/** The creators of a report, those with the most airtime first. Below 1000 px each row becomes a card. */
export function AirtimeTable({ rows, totals, caption }: AirtimeReport & { caption: string }) {
  const shown = {
    ranks: rows.some(({ bestPlaces }) => bestPlaces.length > 0),
    goals: rows.some(({ goal }) => goal !== null),
  };
  const rest = 1 + Number(shown.ranks) + Number(shown.goals);
  return (
    <div class="report">
      <table>
        <caption class="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Creator</th>
            {[...HEADS, ...(shown.ranks ? ["Best rank"] : []), ...(shown.goals ? ["Goal"] : [])].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row row={row} {...shown} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              All {grouped("en", totals.creators)} {totals.creators === 1 ? "creator" : "creators"}
            </th>
            <td class="hours" data-label="Airtime">
              {hoursWords(totals.seconds)}
            </td>
            <td class="none"></td>
            <td data-label="Valid days">{totals.validDays}</td>
            <td data-label="Streams">{totals.streams}</td>
            <td class="none"></td>
            <td data-label="Peak viewers">{viewersWords(totals.peakViewers)}</td>
            <td class="none" colspan={rest}></td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
