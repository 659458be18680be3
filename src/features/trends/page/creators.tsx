import type { Lines } from "../../../core/chart.ts";
import { dateText, cityOf, datedRange, dateLabel } from "../../../core/calendar.ts";
import { cut } from "../../../core/text.ts";
import {
  compareCreators,
  type ComparedCreator,
  type ComparedDay,
  liveMost,
  MAX_CANDIDATES,
  MAX_CREATORS,
} from "../compare-creators.ts";
import { calledOf } from "../../creators/page/words.ts";
import { ticksOf } from "../../../sections/axis.ts";
import { csvFile } from "../../../http/csv.ts";
import { shortNumber } from "../../../core/numbers-as-text.ts";
import { pageAt, type PageContext } from "../../../ui/page.ts";
import { SmallCharts } from "../../../ui/parts/small-charts.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import {
  COMPARE,
  compareAddress,
  type CompareQuery,
  comparisonIn,
  type Measure,
  MEASURES,
  PER_DAY,
  TRENDS,
} from "./address.ts";
import { airtimeWords, ChooseCreators, CompareDates, CreatorTable } from "./creator-table.tsx";
import { language, plural, t } from "../../../ui/words/text.ts";
import type { CreatorPorts } from "../../creators/creators.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import { OtherDates, PRESETS } from "./range.tsx";

/** Creators that are compared if none are chosen, and those that are offered to choose from. */
const USUALLY = 5;
const MAX_OFFERED = 30;

type Needs = CreatorPorts & ReportPorts;

async function readIn(context: PageContext<Needs>) {
  const { url, ports, zone, now } = context;
  const asked = comparisonIn(url, zone, now);
  const isChosen = asked.chosen.length > 0;
  // Who is live now comes first, in case that there are too many to find who was live most.
  const sort = isChosen ? "name" : "status";
  const filter = { show: "all", search: asked.search, watchlistId: asked.list, sort } as const;
  const { items, isCut, next, head } = await ports.creators(filter, { limit: MAX_OFFERED, after: null });
  const listOf = new Map(head.lists.map(({ id, name }) => [id, name]));
  const offered = items.map((one) => {
    const where = asked.list === null ? [displayedName(listOf.get(one.watchlistId) ?? "")] : [];
    return { id: one.id, name: one.name, about: [calledOf(one), ...where].filter((text) => text !== "").join(" · ") };
  });
  const frame = { period: asked.range.period, timezone: zone, validDayMs: 3_600_000, now };
  const isWhole = !isCut && next === null;
  const isMost = !isChosen && (isWhole || (asked.search === "" && (head.counts["live"] ?? 0) <= MAX_CANDIDATES));
  const among = { watchlistId: asked.list, ...(isWhole ? { ids: offered.map(({ id }) => id) } : {}) };
  const most = isMost ? await liveMost(among, USUALLY, frame, ports.reports) : null;
  const ids = isChosen ? asked.chosen : (most ?? offered.slice(0, USUALLY).map(({ id }) => id));
  const compared = await compareCreators(ids, frame, ports.reports);
  return { asked, offered, lists: head.lists, isCut: !isWhole, compared, isMost };
}

/** Creators by name, those of equal names with their handles. */
function labelsOf(compared: ComparedCreator[]): Map<string, string> {
  const named = compared.map(({ row }) => ({ id: row.targetId, name: displayedName(row.name), handle: row.handle }));
  return new Map(
    named.map(({ id, name, handle }) => {
      const isAlone = named.filter((one) => one.name === name).length === 1;
      return [id, isAlone || handle === null ? name : `${name} @${handle.replace(/^@/, "")}`];
    }),
  );
}

const VALUES: Record<Measure, (day: ComparedDay) => number | null> = {
  airtime: ({ seconds }) => (seconds === null ? null : seconds / 3600),
  viewers: ({ averageViewers }) => averageViewers,
  peak: ({ peakViewers }) => peakViewers,
};

/** The value of a whole range, for the legend. */
function totalText({ row }: ComparedCreator, measure: Measure): string {
  if (measure === "airtime") return airtimeWords(row);
  const value = measure === "viewers" ? row.averageViewers : row.peakViewers;
  return value === null ? t("unknown") : shortNumber(language(), value);
}

const currentWhen = (is: boolean) => (is ? { "aria-current": "true" as const } : {});

const Choice = ({ asked }: { asked: CompareQuery }) => (
  <div class="line choose">
    <nav class="seg" aria-label={t("Compare")}>
      {(Object.keys(MEASURES) as Measure[]).map((measure) => (
        <a href={compareAddress({ ...asked, measure })} {...currentWhen(measure === asked.measure)}>
          {t(MEASURES[measure])}
        </a>
      ))}
    </nav>
    <nav class="seg" aria-label={t("Period")}>
      {PRESETS.map((days) => (
        <a
          href={compareAddress({ ...asked, range: { ...asked.range, days } })}
          {...currentWhen(days === asked.range.days)}
        >
          {plural(days, "{n} day", "{n} days")}
        </a>
      ))}
    </nav>
  </div>
);

/** One line each. Days of which nothing is known break it. */
function chartOf(compared: ComparedCreator[], { measure, range }: CompareQuery, context: PageContext<Needs>): Lines {
  const { zone, now } = context;
  const { from } = range.period;
  const to = Math.min(range.period.to, now);
  const labels = labelsOf(compared);
  const reported = compared.map((one) => `${cut(labels.get(one.row.targetId)!, 40)} ${totalText(one, measure)}`);
  const title = t(PER_DAY[measure]);
  const dates = datedRange(language(), from, to - 1, zone);
  return {
    form: "lines",
    title,
    subtitle: "",
    alt: cut(t("{title}, {dates}: {values}", { title, dates, values: reported.join("; ") }), 1000),
    note: null,
    from,
    to,
    ticks: ticksOf({ language: language(), frame: { from, to, timezone: zone } }),
    unit: "count",
    lines: compared.map((one) => ({
      label: labels.get(one.row.targetId)!,
      text: totalText(one, measure),
      points: one.days.map((day) => [Math.max(day.at, from), VALUES[measure](day)]),
    })),
  };
}

/** Days of which not everything is known, in words; null if all is known. */
function unknownWords(compared: ComparedCreator[], zone: string): string | null {
  const labels = labelsOf(compared);
  const added = new Map<string, string[]>();
  const gaps = compared.flatMap(({ row, days }) => {
    const name = labels.get(row.targetId)!;
    const start = Date.parse(row.watchedSince);
    const since = dateLabel(language(), start, zone);
    if (days[0] !== undefined && start > days[0].at) added.set(since, [...(added.get(since) ?? []), name]);
    // The day on which a creator was added is said already.
    const missing = days.filter(({ at, coverage }, index) => {
      const isAfter = start <= at || (days[index + 1]?.at ?? Infinity) <= start;
      return coverage !== null && coverage < 1 && isAfter;
    });
    if (missing.length === 0) return [];
    const [first] = missing;
    const day = dateLabel(language(), first!.at, zone);
    return [plural(missing.length, "{name} on {day}", "{name} on {n} days from {day} on", { name, day })];
  });
  const sentences = [
    ...[...added].map(([date, names]) => t("{names}: watched since {date}", { names: names.join(", "), date })),
    ...(gaps.length === 0 ? [] : [t("Partly or wholly unknown: {gaps}", { gaps: gaps.join("; ") })]),
  ];
  return sentences.length === 0 ? null : sentences.join(" · ");
}

/** What is compared over the whole range; null where it is not known. */
const totalOf = ({ row }: ComparedCreator, measure: Measure): number | null =>
  measure === "airtime"
    ? row.coverage === null || row.coverage === 0
      ? null
      : row.seconds
    : measure === "viewers"
      ? row.averageViewers
      : row.peakViewers;

/** The most first; creators without data last. */
const mostFirst = (compared: ComparedCreator[], measure: Measure): ComparedCreator[] =>
  compared.toSorted((a, b) => (totalOf(b, measure) ?? -1) - (totalOf(a, measure) ?? -1));

/** The creator with the most, as far as is known; undefined if that is nobody. */
const topOf = (compared: ComparedCreator[], measure: Measure): ComparedCreator | undefined =>
  mostFirst(compared, measure).find((one) => (totalOf(one, measure) ?? 0) > 0);

/** Who has the most, in a sentence; never that nobody was live while something is not known. */
export function comparedWords(compared: ComparedCreator[], measure: Measure): string {
  if (compared.length < 2) return t("Compare creators");
  const top = topOf(compared, measure);
  if (top === undefined)
    return compared.every(({ row: { coverage, seconds } }) => coverage === 1 && seconds === 0)
      ? t("No one was live in this time")
      : t("Not known who was live most");
  const name = displayedName(top.row.name);
  const count = String(compared.length);
  if (measure === "airtime")
    return t("Of these {count}, {name} was live most: {time}", { count, name, time: airtimeWords(top.row) });
  const n = totalText(top, measure);
  return measure === "viewers"
    ? t("Of these {count}, {name} had the most viewers: {n} on average", { count, name, n })
    : t("Of these {count}, {name} peaked highest: {n} viewers", { count, name, n });
}

async function comparePage(context: PageContext<Needs>): Promise<Response> {
  const { asked, offered, lists, isCut, compared: chosen, isMost } = await readIn(context);
  const { zone } = context;
  const compared = mostFirst(chosen, asked.measure);
  const unknown = unknownWords(compared, zone);
  const dates = datedRange(language(), asked.range.period.from, asked.range.period.to - 1, zone);
  const top = topOf(compared, asked.measure);
  const title = comparedWords(compared, asked.measure);
  const body = (
    <>
      <Head title={title} crumb={{ path: TRENDS, label: t("Trends") }}>
        {t("{dates}, days in {zone} time.", { dates, zone: cityOf(zone) })}{" "}
        {compared.length < 2
          ? null
          : isMost
            ? plural(
                compared.length,
                "The {n} creator who was live most, choose others below.",
                "The {n} creators who were live most, choose others below.",
              )
            : plural(
                compared.length,
                "{n} creator compared, choose others below.",
                "{n} creators compared, choose others below.",
              )}
      </Head>
      <Choice asked={asked} />
      <OtherDates range={asked.range}>
        <CompareDates asked={asked} chosen={asked.chosen} />
      </OtherDates>
      <div class="stack">
        {compared.length < 2 ? (
          <section class="card pad flow">
            <h2>{compared.length === 0 ? t("Nobody to compare yet") : t("Choose another creator")}</h2>
            <p class="soft">{t("A comparison needs at least two creators. Choose them below.")}</p>
          </section>
        ) : (
          <section class="card" aria-labelledby="went">
            <div class="cap">
              <h2 id="went">{t(PER_DAY[asked.measure])}</h2>
              <p class="soft">{dates}</p>
            </div>
            <SmallCharts
              chart={chartOf(compared, asked, context)}
              most={MAX_CREATORS}
              beside={compared.map((one) => ({
                tone: one === top ? "up" : "plain",
                href: `/creators/${one.row.targetId}`,
              }))}
              {...(asked.measure === "airtime" ? { unit: (n: string) => t("{n} h", { n }) } : {})}
            />
            {unknown === null ? null : <p class="small soft bd">{unknown}</p>}
          </section>
        )}
        {compared.length === 0 ? null : <CreatorTable compared={compared} asked={asked} />}
        <ChooseCreators
          asked={asked}
          offered={offered}
          lists={lists}
          isCut={isCut}
          chosen={chosen.map(({ row }) => row)}
        />
      </div>
    </>
  );
  return show(context, { title, path: TRENDS, body });
}

const COLUMNS = ["targetId", "name", "day", "airtimeSeconds", "averageViewers", "peakViewers", "observed"];

/** Every day of every creator: at most four thousand rows, so the table is always whole. */
async function compareTable(context: PageContext<Needs>): Promise<Response> {
  const { asked, compared } = await readIn(context);
  const rows = compared.flatMap(({ row, days }) =>
    days.map(({ at, seconds, averageViewers, peakViewers, coverage }) => [
      row.targetId,
      row.name,
      dateText(at, context.zone),
      seconds,
      averageViewers,
      peakViewers,
      coverage,
    ]),
  );
  return csvFile(`creators-${asked.range.from}_${asked.range.to}`, COLUMNS, rows);
}

export const comparePages = [pageAt(COMPARE, comparePage), pageAt(`${COMPARE}.csv`, compareTable)];
