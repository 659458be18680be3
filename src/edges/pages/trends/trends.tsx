import { grouped } from "../../../core/numbers-as-text.ts";
import type { Lines } from "../../../core/chart.ts";
import { dateLabel } from "../../../core/calendar.ts";
import { iso } from "../../../core/instant.ts";
import { cut } from "../../../core/text.ts";
import { MAX_COMPARED, trendsIn, type Trend } from "../../../flows/browse/trends.ts";
import { ticksOf } from "../../../sections/axis.ts";
import { csvFile } from "../../http/csv.ts";
import { type Page, type PageContext, pageAt } from "../page.ts";
import { LinesPicture } from "../parts/chart.tsx";
import { ButtonLink } from "../parts/form.tsx";
import { shownName } from "../words/name.ts";
import { show } from "../show.tsx";
import { addressOf, askedIn, COMPARISONS, isPlace, PERIODS, periodOf, TRENDS, type TrendsAsked } from "./address.ts";
import { changeText, Movers } from "./movers.tsx";
import { Head } from "../shapes/head.tsx";

const USUALLY_DRAWN = 5;

const current = (is: boolean) => (is ? { "aria-current": "true" as const } : {});

const Choice = ({ asked }: { asked: TrendsAsked }) => (
  <div class="line choose">
    <nav class="seg" aria-label="Compare">
      {COMPARISONS.map((comparison) => (
        <a
          href={addressOf({ ...asked, comparison, chosen: [] })}
          {...current(comparison.name === asked.comparison.name)}
        >
          {comparison.room.title}: {comparison.group.title.toLowerCase()}
        </a>
      ))}
    </nav>
    <nav class="seg" aria-label="Period">
      {Object.keys(PERIODS).map((days) => (
        <a href={addressOf({ ...asked, days: Number(days) })} {...current(Number(days) === asked.days)}>
          {days} days
        </a>
      ))}
    </nav>
  </div>
);

/** How the chosen ones went: places as they were, all else as growth since the begin. */
function chartOf(drawn: Trend[], asked: TrendsAsked, context: PageContext): Lines {
  const { from, to } = periodOf(asked, context.now);
  const { group } = asked.comparison;
  const said = drawn.map(({ name, change }) => `${cut(shownName(name), 40)} ${changeText(change, asked)}`);
  return {
    form: "lines",
    title: group.title,
    subtitle: "",
    alt: cut(`${group.title}, last ${asked.days} days: ${said.join("; ")}`, 1000),
    note: null,
    from,
    to,
    ticks: ticksOf({ language: "en", frame: { from, to, timezone: context.zone } }),
    unit: isPlace(asked) ? "place" : "percent",
    lines: drawn.map(({ name, of, before, change, since, points }) => ({
      label:
        drawn.filter((one) => one.name === name).length > 1 ? `${shownName(of)}: ${shownName(name)}` : shownName(name),
      text:
        since === null
          ? changeText(change, asked)
          : `${changeText(change, asked)} since ${dateLabel("en", since, context.zone)}`,
      points: points.map(([at, value]) => [at, isPlace(asked) ? value : (value / before - 1) * 100]),
    })),
  };
}

async function trendsOf(context: PageContext<"trends">) {
  const asked = askedIn(context.url);
  const { room, group } = asked.comparison;
  const period = periodOf(asked, context.now);
  const reading = await context.ports.trends.read(room.kind, period);
  return { asked, reading, all: trendsIn(reading, group.begins, isPlace(asked), period.from) };
}

async function trendsPage(context: PageContext<"trends">): Promise<Response> {
  const { asked, reading, all } = await trendsOf(context);
  const { room } = asked.comparison;
  const named = all.filter(({ key }) => asked.chosen.includes(key));
  const drawn = named.length > 0 ? named : all.slice(0, USUALLY_DRAWN);
  const watched = reading.head.counts[room.kind] ?? 0;
  const body = (
    <>
      <Head title="Trends">
        Growth compared.{" "}
        {watched > MAX_COMPARED
          ? `Showing the first ${MAX_COMPARED} of ${grouped("en", watched)} ${room.title.toLowerCase()} by name.`
          : ""}
      </Head>
      <Choice asked={asked} />
      {all.length === 0 ? (
        <section class="card pad flow">
          <h2>Nothing to compare yet</h2>
          <p class="soft">
            {watched === 0
              ? `You aren't watching any ${room.title.toLowerCase()} yet.`
              : "A comparison needs two days of data."}
          </p>
          <p class="line">
            <ButtonLink href={room.path} icon={room.icon}>
              Go to {room.title.toLowerCase()}
            </ButtonLink>
          </p>
        </section>
      ) : (
        <div class="stack">
          <section class="card" aria-labelledby="went">
            <div class="cap">
              <h2 id="went">{isPlace(asked) ? "Places" : `Growth in ${asked.days} days`}</h2>
            </div>
            <div class="bd tall">
              <LinesPicture chart={chartOf(drawn, asked, context)} />
            </div>
          </section>
          <Movers all={all} drawn={drawn} asked={asked} />
        </div>
      )}
    </>
  );
  return show(context, { title: "Trends", path: TRENDS, body });
}

const COLUMNS = ["targetId", "targetName", "series", "name", "at", "value"];

async function trendsTable(context: PageContext<"trends">): Promise<Response> {
  const { all } = await trendsOf(context);
  const rows = all.flatMap(({ key, targetId, of, name, points }) => {
    const series = key.slice(targetId.length + 1);
    return points.map(([at, value]) => [targetId, of, series, name, iso(at), value]);
  });
  return csvFile("trends", COLUMNS, rows);
}

export const trendPages: Page[] = [
  pageAt(TRENDS, ["trends"], trendsPage),
  pageAt(`${TRENDS}.csv`, ["trends"], trendsTable),
];
