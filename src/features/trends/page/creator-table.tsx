import type { AirtimeRow } from "../../../sections/airtime-shape.ts";
import { type ComparedCreator, MAX_CREATORS } from "../compare-creators.ts";
import { Button } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { CsvLink } from "../../../ui/parts/pieces.tsx";
import { COMPARE, compareAddress, type CompareQuery } from "./address.ts";
import { language, meant, t } from "../../../ui/words/text.ts";
import { hoursWords } from "../../../core/duration.ts";
import { shareText } from "../../../sections/airtime/words.ts";
import { changeWords, Uncertainty, viewersWords } from "../../reports/page/table.tsx";
import { RangeFields } from "./range.tsx";

/** True if a creator was not seen live, and not all of the time is known. */
const isUnseen = ({ seconds, coverage }: AirtimeRow): boolean => seconds === 0 && (coverage === null || coverage < 1);

/** What was seen of a creator; "at least" where not all of the time is known. */
export const airtimeWords = (row: AirtimeRow): string => {
  const { seconds, coverage } = row;
  if (isUnseen(row) || coverage === null || coverage === 0) return t("unknown");
  return coverage < 1
    ? t("at least {time}", { time: hoursWords(language(), seconds) })
    : hoursWords(language(), seconds);
};

/** The compared creators in numbers. */
export const CreatorTable = ({ compared, asked }: { compared: ComparedCreator[]; asked: CompareQuery }) => {
  const chosen = compared.map(({ row }) => row.targetId);
  // Columns that would say nothing are left out.
  const isChanged = compared.some(({ row }) => row.change !== null);
  const isPartial = compared.some(({ row: { coverage } }) => coverage === null || coverage < 1);
  const labels = {
    airtime: t("Airtime"),
    ...(isChanged ? { change: meant("noun", "Change") } : {}),
    streams: t("Streams"),
    average: t("Average viewers"),
    peak: t("Peak viewers"),
    ...(isPartial ? { watched: meant("share", "Watched") } : {}),
  };
  return (
    <section class="card" aria-labelledby="numbers">
      <div class="cap">
        <h2 id="numbers">{t("In numbers")}</h2>
        <CsvLink href={compareAddress({ ...asked, chosen }, `${COMPARE}.csv`)} of={t("all days")} />
      </div>
      <div class="report">
        <table>
          <caption class="sr">{t("Compared creators")}</caption>
          <thead>
            <tr>
              {[t("Creator"), ...Object.values(labels)].map((head) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {compared.map(({ row }) => (
              <tr>
                <th scope="row">
                  <a href={`/creators/${row.targetId}`}>
                    <Name of={row.name} />
                  </a>
                  {row.handle === null ? null : <small class="soft"> {handleText(row.handle)}</small>}
                </th>
                <td class="hours" data-label={labels.airtime}>
                  {airtimeWords(row)}
                  <Uncertainty {...row} />
                </td>
                {isChanged ? <td data-label={labels.change}>{changeWords(row.change)}</td> : null}
                <td data-label={labels.streams}>{isUnseen(row) ? "–" : row.streams}</td>
                <td data-label={labels.average}>{viewersWords(row.averageViewers)}</td>
                <td data-label={labels.peak}>{viewersWords(row.peakViewers)}</td>
                {isPartial ? (
                  <td data-label={labels.watched}>
                    {row.coverage === null ? "–" : shareText(language(), row.coverage)}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

/** A handle as people write it; "" for none. */
const handleText = (handle: string | null): string => (handle === null ? "" : `@${handle.replace(/^@/, "")}`);

interface ChooseProps {
  asked: CompareQuery;
  offered: { id: string; name: string; about: string }[];
  lists: { id: string; name: string }[];
  /** True if there are more than are offered. */
  isCut: boolean;
  chosen: { targetId: string; name: string; handle: string | null }[];
}

/** The range of a form that does not choose it. */
const Dated = ({ range: { days, from, to } }: Pick<CompareQuery, "range">) =>
  days === null ? (
    <>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
    </>
  ) : (
    <input type="hidden" name="days" value={String(days)} />
  );

/** Chooses other dates for the same creators. */
export const CompareDates = ({ asked, chosen }: { asked: CompareQuery; chosen: string[] }) => (
  <form method="get" action={COMPARE} class="dates">
    <input type="hidden" name="measure" value={asked.measure} />
    {asked.list === null ? null : <input type="hidden" name="list" value={asked.list} />}
    {chosen.map((id) => (
      <input type="hidden" name="c" value={id} />
    ))}
    <RangeFields range={asked.range} />
    <Button>{t("Show")}</Button>
  </form>
);

/** Chooses creators. It works without a script: the address has the choice. */
export const ChooseCreators = ({ asked, offered, lists, isCut, chosen }: ChooseProps) => {
  const known = new Map(offered.map(({ id, about }) => [id, about]));
  const picked = new Set(chosen.map(({ targetId }) => targetId));
  const all = [
    ...chosen.map(({ targetId: id, name, handle }) => ({ id, name, about: known.get(id) ?? handleText(handle) })),
    ...offered.filter(({ id }) => !picked.has(id)),
  ];
  return (
    <form method="get" action={COMPARE} class="card pad flow">
      <h2>{t("Choose creators")}</h2>
      <input type="hidden" name="measure" value={asked.measure} />
      <Dated range={asked.range} />
      <div class="field">
        <label for="compare-q">{t("Find creators by name")}</label>
        <input class="in" type="search" name="q" id="compare-q" value={asked.search} maxlength={100} />
      </div>
      {lists.length < 2 ? null : (
        <div class="field">
          <label for="compare-list">{t("List")}</label>
          <select class="in" name="list" id="compare-list">
            <option value="">{t("All lists")}</option>
            {lists.map(({ id, name }) => (
              <option value={id} selected={id === asked.list}>
                {displayedName(name)}
              </option>
            ))}
          </select>
        </div>
      )}
      <fieldset class="flow">
        <legend>{t("Up to {max}", { max: MAX_CREATORS })}</legend>
        <div class="opt in-columns">
          {all.map(({ id, name, about }) => (
            <label>
              <input class="tick" type="checkbox" name="c" value={id} checked={picked.has(id)} />
              <span>
                <Name of={name} />
                {about === "" ? null : (
                  <small class="soft">
                    {" "}
                    <bdi>{about}</bdi>
                  </small>
                )}
              </span>
            </label>
          ))}
        </div>
        {isCut ? <p class="soft small">{t("{n} shown", { n: String(all.length) })}</p> : null}
      </fieldset>
      <p class="line">
        <Button>{t("Compare")}</Button>
      </p>
    </form>
  );
};
