import { MAX_ROWS, type Lines } from "../../../core/chart.ts";
import { cityOf, dateLabel, datedRange } from "../../../core/calendar.ts";
import { iso } from "../../../core/instant.ts";
import { cut } from "../../../core/text.ts";
import {
  MAX_COMPARED,
  otherCurrencies,
  scored,
  trendsIn,
  usualGrowth,
  type Trend,
  type TrendPorts,
} from "../trends.ts";
import { ticksOf } from "../../../sections/axis.ts";
import { csvFile } from "../../../http/csv.ts";
import { type PageContext, pageAt } from "../../../ui/page.ts";
import { LinesPicture } from "../../../ui/parts/chart.tsx";
import { SmallCharts, type Beside } from "../../../ui/parts/small-charts.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { show } from "../../../ui/show.tsx";
import { comparePages } from "./creators.tsx";
import { isFading, isTrend } from "../../../sections/score.ts";
import {
  addressOf,
  requestedIn,
  COMPARISONS,
  FIRST,
  isPlace,
  PERIODS,
  periodOf,
  TRENDS,
  type TrendsQuery,
  COMPARE,
} from "./address.ts";
import { changeText, isNone, Movers } from "./movers.tsx";
import { entriesOf, headlineOn, scoreWords, valuesText, valueText } from "./headline.ts";
import { Dates, OtherCurrencies, spanWords } from "./verdict.tsx";
import { ByName, Compared } from "./by-name.tsx";
import { OtherDates } from "./range.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { inSentence, language, plural, t } from "../../../ui/words/text.ts";

const USUALLY_DRAWN = 5;

const current = (is: boolean) => (is ? { "aria-current": "true" as const } : {});

const Choice = ({ asked }: { asked: TrendsQuery }) => (
  <div class="line choose">
    <nav class="seg" aria-label={t("Compare")}>
      {COMPARISONS.map((comparison) => (
        <a
          href={addressOf({ ...asked, comparison, chosen: [], after: FIRST })}
          {...current(comparison.name === asked.comparison.name)}
        >
          {t("{kind}: {values}", {
            kind: t(comparison.room.title),
            values: inSentence(t(comparison.group.title)),
          })}
        </a>
      ))}
    </nav>
    <nav class="seg" aria-label={t("Period")}>
      {Object.keys(PERIODS).map((days) => (
        <a
          href={addressOf({ ...asked, days: Number(days), range: { ...asked.range, days: Number(days) } })}
          {...current(asked.range.days !== null && Number(days) === asked.days)}
        >
          {plural(Number(days), "{n} day", "{n} days")}
        </a>
      ))}
    </nav>
  </div>
);

/** Returns the chart of the chosen series: places as they are, other values as growth since the start. */
function chartOf(drawn: Trend[], requested: TrendsQuery, context: PageContext): Lines {
  const { from, to } = periodOf(requested, context.now);
  const title = t(requested.comparison.group.title);
  const reported = drawn.map(({ name, change }) => `${cut(displayedName(name), 40)} ${changeText(change, requested)}`);
  return {
    form: "lines",
    title,
    subtitle: "",
    alt: cut(
      t("{title}, {dates}: {values}", { title, dates: spanWords(requested), values: reported.join("; ") }),
      1000,
    ),
    note: null,
    from,
    to,
    ticks: ticksOf({ language: language(), frame: { from, to, timezone: context.zone } }),
    unit: isPlace(requested) ? "place" : "percent",
    lines: drawn.map(({ name, of, before, after, currency, change, since, points }) => ({
      label:
        drawn.length > 1 && isPlace(requested)
          ? `${displayedName(of)} · ${displayedName(name)}`
          : drawn.filter((one) => one.name === name).length > 1
            ? `${displayedName(of)}: ${displayedName(name)}`
            : displayedName(name),
      text:
        since === null
          ? isPlace(requested)
            ? `${valueText(after, { currency }, requested)} ${changeText(change, requested)}`
            : changeText(change, requested)
          : t("{change} since {day}", {
              change: changeText(change, requested),
              day: dateLabel(language(), since, context.zone),
            }),
      points: points.map(([at, value]) => [at, isPlace(requested) ? value : (value / before - 1) * 100]),
    })),
  };
}

/** What stands below a series: from what to what, since and until when, and what its score means. */
function besideOf(one: Trend, asked: TrendsQuery, { zone }: PageContext): Beside {
  const href = `${asked.comparison.room.path}/${one.targetId}`;
  const stands = isTrend(one) || isFading(one) || one.score === null;
  const words = [
    valuesText(one, asked).join(" → "),
    ...(one.since === null ? [] : [t("measured since {date}", { date: dateLabel(language(), one.since, zone) })]),
  ];
  return {
    href,
    tone: !stands || isNone(one.change, asked) ? "plain" : one.change > 0 ? "up" : "down",
    details: (
      <>
        {words.map((text) => (
          <small>{text}</small>
        ))}
        {one.until === null ? null : (
          <small>
            <T of="last seen {time}" time={<Time at={one.until} />} />
          </small>
        )}
        {isPlace(asked) || asked.comparison.group.begins === "price:" ? null : (
          <small class={isTrend(one) ? "strong" : "soft"}>{scoreWords(one)}</small>
        )}
      </>
    ),
  };
}

async function trendsOf(context: PageContext<TrendPorts>) {
  const asked = requestedIn(context.url, context.zone, context.now);
  const { room, group } = asked.comparison;
  const period = periodOf(asked, context.now);
  const reading = await context.ports.trends.read(room.kind, period, asked.after);
  const all = trendsIn(reading, group, isPlace(asked), period.from, period.to);
  return { asked, reading, all: period.earlier.length === 0 ? all : scored(all, reading, period.to) };
}

/** What stands out, which the headline is about, then what changed most. */
function usuallyDrawn(all: Trend[], asked: TrendsQuery): Trend[] {
  const outstanding = all.filter((one) => isTrend(one) && one.apart! > 0).toSorted((a, b) => b.score! - a.score!);
  const changed = all.filter(({ change }) => !isNone(change, asked));
  const count = Math.min(MAX_ROWS, Math.max(USUALLY_DRAWN, outstanding.length));
  return [...new Set([...outstanding, ...changed, ...all])].slice(0, count);
}

/** A hashtag as people write it. */
const tagOf = (name: string): string => (name.startsWith("#") ? name : `#${name}`);

async function trendsPage(context: PageContext<TrendPorts>): Promise<Response> {
  const { asked, reading, all: found } = await trendsOf(context);
  const { room, group } = asked.comparison;
  const all = found.map((one) => (room.kind === "hashtag" ? { ...one, name: tagOf(one.name) } : one));
  const period = periodOf(asked, context.now);
  const dates = datedRange(language(), period.from, period.to - 1, context.zone);
  const things = inSentence(t(room.title));
  const named = all.filter(({ key }) => asked.chosen.includes(key));
  const drawn = named.length > 0 ? named : usuallyDrawn(all, asked);
  const watched = reading.head.counts[room.kind] ?? 0;
  // Straight lines say no more than the headline.
  const isStill = named.length === 0 && drawn.every(({ change }) => isNone(change, asked));
  const usual = usualGrowth(all, period.from, period.to);
  const verdict = headlineOn(all, asked);
  const body = (
    <>
      <Head
        title={verdict ?? t("Nothing to compare yet")}
        {...(verdict === null ? {} : { crumb: { path: TRENDS, label: t("Trends") } })}
        acts={<ButtonLink href={COMPARE}>{t("Compare creators")}</ButtonLink>}
      >
        {t("{what}, {dates}, {city} time", { what: t(group.title), dates, city: cityOf(context.zone) })}.{" "}
        {watched > MAX_COMPARED ? <Compared asked={asked} reading={reading} watched={watched} /> : ""}
      </Head>
      <Choice asked={asked} />
      <OtherDates range={asked.range}>
        <Dates asked={asked} />
      </OtherDates>
      {watched > MAX_COMPARED ? <ByName asked={asked} next={reading.next} /> : null}
      {all.length === 0 ? (
        <section class="card pad flow" aria-label={things}>
          <p class="soft">
            {watched === 0
              ? t("You aren't watching any {things} yet.", { things })
              : reading.targets.length === 0
                ? t("No name comes after this one.")
                : t("A comparison needs two days of data.")}
          </p>
          <p class="line">
            <ButtonLink href={room.path} icon={room.icon}>
              {t("Go to {things}", { things })}
            </ButtonLink>
          </p>
        </section>
      ) : (
        <div class="stack">
          {isStill ? null : (
            <section class="card" aria-labelledby="went">
              <div class="cap">
                <h2 id="went">{isPlace(asked) ? t("Places") : t("Growth, {span}", { span: spanWords(asked) })}</h2>
                <p class="soft">{dates}</p>
              </div>
              {drawn.length === 1 ? (
                <div class="bd tall">
                  <LinesPicture chart={chartOf(drawn, asked, context)} />
                  {besideOf(drawn[0]!, asked, context).details}
                </div>
              ) : (
                <SmallCharts
                  chart={chartOf(drawn, asked, context)}
                  usual={usual}
                  note={usual.length === 0 ? null : t("Gray: similar {things}", { things: entriesOf(asked) })}
                  beside={drawn.map((one) => besideOf(one, asked, context))}
                />
              )}
            </section>
          )}
          <Movers all={all} drawn={drawn} asked={asked} />
        </div>
      )}
      <div class="stack below">
        {asked.comparison.group.begins === "price:" ? <OtherCurrencies all={otherCurrencies(reading)} /> : null}
      </div>
    </>
  );
  return show(context, { title: t("Trends"), path: TRENDS, body });
}

const COLUMNS = ["targetId", "targetName", "series", "name", "at", "value"];

async function trendsTable(context: PageContext<TrendPorts>): Promise<Response> {
  const { asked, reading, all } = await trendsOf(context);
  const watched = reading.head.counts[asked.comparison.room.kind] ?? 0;
  const rows = all.flatMap(({ key, targetId, of, name, points }) => {
    const series = key.slice(targetId.length + 1);
    return points.map(([at, value]) => [targetId, of, series, name, iso(at), value]);
  });
  // A spreadsheet would not show otherwise that some are missing.
  const { targets } = reading;
  const [from, to] = [targets[0]?.name ?? "", targets.at(-1)?.name ?? ""];
  const more =
    watched > MAX_COMPARED ? [[`# Only ${targets.length} of ${watched} by name, from ${from} to ${to}`]] : [];
  return csvFile("trends", COLUMNS, [...rows, ...more]);
}

export const trendPages = [pageAt(TRENDS, trendsPage), pageAt(`${TRENDS}.csv`, trendsTable), ...comparePages];
