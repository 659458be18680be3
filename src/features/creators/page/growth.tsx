import { dateLabel } from "../../../core/calendar.ts";
import { MAX_ROWS, type Lines } from "../../../core/chart.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { cut } from "../../../core/text.ts";
import { LEAST_MS, type Moved, percentOf } from "../../../kinds/news.ts";
import { CsvLink } from "../../../ui/parts/pieces.tsx";
import { SmallCharts } from "../../../ui/parts/small-charts.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { growthText } from "../../../ui/words/growth.ts";
import { language, plural, t } from "../../../ui/words/text.ts";

/** A series with its change in the period that is drawn. */
export interface Grown {
  label: string;
  /** Writes a value. */
  text: (value: number) => string;
  moved: Moved;
  points: [at: number, value: number | null][];
}

/** The change of a line with two values or more, an hour apart from now; null for others. */
export function lineMove(points: Grown["points"], now: number): Moved | null {
  const known = points.filter((one): one is [number, number] => one[1] !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last || now - first[0] < LEAST_MS) return null;
  return { before: first[1], after: last[1], since: first[0] };
}

interface GrowthProps {
  title: string;
  all: Grown[];
  /** The period of the chart; labels and the unit are those of the growth. */
  frame: Pick<Lines, "from" | "to" | "ticks">;
  /** The page of the target. */
  at: string;
}

const fromTo = ({ moved: { before, after }, text }: Grown): string => `${text(before)} → ${text(after)}`;

/** The series that changed most, each as growth since the start in a chart of its own. */
export function Growth({ title, all, frame, at }: GrowthProps) {
  const { zone } = useScene();
  const changed = all
    .filter(({ moved }) => percentOf(moved) !== 0)
    .toSorted((a, b) => Math.abs(percentOf(b.moved)) - Math.abs(percentOf(a.moved)));
  // What was zero or less has no growth in percent.
  const others = all.filter(({ moved }) => moved.before <= 0 && moved.after !== moved.before);
  const drawn = changed.filter(({ moved }) => moved.before > 0).slice(0, MAX_ROWS);
  const start = Math.min(...all.map(({ moved }) => moved.since));
  const alt = drawn.map((one) => `${cut(one.label, 40)} ${growthText(percentOf(one.moved))}`).join("; ");
  const rest = all.length - drawn.length - others.length;
  return (
    <section class="card" aria-label={title}>
      <div class="cap">
        <h2>{title}</h2>
        <CsvLink href={`${at}/series.csv`} of={title} />
      </div>
      {drawn.length === 0 ? null : (
        <SmallCharts
          chart={{
            ...frame,
            form: "lines",
            title,
            subtitle: "",
            alt: cut(`${title}: ${alt}`, 1000),
            note: null,
            unit: "percent",
            lines: drawn.map(({ label, moved, points }) => ({
              label,
              text: growthText(percentOf(moved)),
              points: points.map(([when, value]) => [when, value === null ? null : (value / moved.before - 1) * 100]),
            })),
          }}
          note={
            rest === 0
              ? null
              : plural(rest, "{n} more changed less or not at all", "{n} more changed less or not at all")
          }
          beside={drawn.map((one) => ({
            tone: one.moved.after > one.moved.before ? "up" : "down",
            details: (
              <>
                <small>{fromTo(one)}</small>
                {one.moved.since - start < DAY_MS ? null : (
                  <small>{t("measured since {date}", { date: dateLabel(language(), one.moved.since, zone) })}</small>
                )}
              </>
            ),
          }))}
        />
      )}
      {others.slice(0, MAX_ROWS).map((one) => (
        <p class="bd small">
          {one.label}: {fromTo(one)}
        </p>
      ))}
      {drawn.length > 0 || others.length > 0 ? null : (
        <p class="pad soft">{t("Nothing measured for an hour or more has changed.")}</p>
      )}
    </section>
  );
}
