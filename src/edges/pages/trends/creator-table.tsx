import type { AirtimeRow } from "../../../core/airtime.ts";
import { MAX_CREATORS, type ComparedCreator } from "../../../flows/queries/compare-creators.ts";
import { changeWords, coverageWords, hoursWords, viewersWords } from "../../http/airtime-words.ts";
import { Button } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { CsvLink } from "../parts/pieces.tsx";
import { COMPARE, compareAddress, type CompareQuery } from "./compare-address.ts";
import { RangeFields } from "./range-fields.tsx";

/** What was seen of a creator; "at least" where not all of the time is known. */
const airtimeWords = ({ seconds, coverage }: AirtimeRow): string =>
  coverage === null || coverage === 0
    ? "unknown"
    : coverage < 1
      ? `at least ${hoursWords(seconds)}`
      : hoursWords(seconds);

/** The compared creators in numbers. */
export const CreatorTable = ({ compared, asked }: { compared: ComparedCreator[]; asked: CompareQuery }) => {
  const chosen = compared.map(({ row }) => row.targetId);
  return (
    <section class="card" aria-labelledby="numbers">
      <div class="cap">
        <h2 id="numbers">In numbers</h2>
        <CsvLink href={compareAddress({ ...asked, chosen }, `${COMPARE}.csv`)} of="all days" />
      </div>
      <div class="report">
        <table>
          <caption class="sr">Compared creators</caption>
          <thead>
            <tr>
              {["Creator", "Airtime", "Change", "Streams", "Average viewers", "Peak viewers", "Observed"].map(
                (head) => (
                  <th scope="col">{head}</th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {compared.map(({ row }) => (
              <tr>
                <th scope="row">
                  <a href={`/creators/${row.targetId}`}>
                    <Name of={row.name} />
                  </a>
                </th>
                <td class="hours" data-label="Airtime">
                  {airtimeWords(row)}
                </td>
                <td data-label="Change">{changeWords(row.change)}</td>
                <td data-label="Streams">{row.streams}</td>
                <td data-label="Average viewers">{viewersWords(row.averageViewers)}</td>
                <td data-label="Peak viewers">{viewersWords(row.peakViewers)}</td>
                <td data-label="Observed">{coverageWords(row.coverage)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

interface ChooseProps {
  asked: CompareQuery;
  offered: { id: string; name: string }[];
  chosen: { targetId: string; name: string }[];
}

/** Chooses creators and dates. It works without a script: the address has the choice. */
export const ChooseCreators = ({ asked, offered, chosen }: ChooseProps) => {
  const picked = new Set(chosen.map(({ targetId }) => targetId));
  const all = [
    ...chosen.map(({ targetId: id, name }) => ({ id, name })),
    ...offered.filter(({ id }) => !picked.has(id)),
  ];
  return (
    <form method="get" action={COMPARE} class="card pad flow">
      <h2>Creators and dates</h2>
      <input type="hidden" name="measure" value={asked.measure} />
      <RangeFields range={asked.range} />
      <div class="field">
        <label for="compare-q">Find creators by name</label>
        <input class="in" type="search" name="q" id="compare-q" value={asked.search} maxlength={100} />
      </div>
      <fieldset class="flow">
        <legend>Up to {MAX_CREATORS}</legend>
        <div class="opt">
          {all.map(({ id, name }) => (
            <label>
              <input class="tick" type="checkbox" name="c" value={id} checked={picked.has(id)} />
              <span>
                <Name of={name} />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p class="line">
        <Button>Compare</Button>
      </p>
    </form>
  );
};
