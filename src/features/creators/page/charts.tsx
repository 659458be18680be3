import { amountText } from "../../../core/numbers-as-text.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { capital, cut } from "../../../core/text.ts";
import { type Lines, MAX_ROWS } from "../../../core/chart.ts";
import type { SeriesPoint } from "../target-reading.ts";
import type { Target } from "../resource/form.ts";
import { ticksOf } from "../../../sections/axis.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { distinguished } from "../../../sections/distinguish.ts";
import { Growth, lineMove, type Grown } from "./growth.tsx";
import { fieldLabel } from "../../../ui/words/fields.ts";
import { LinesPicture } from "../../../ui/parts/chart.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { CsvLink } from "../../../ui/parts/pieces.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import type { Charted } from "../../../kinds/page.ts";
import type { Declared } from "../../../ui/words/rooms.ts";
import { language, t } from "../../../ui/words/text.ts";

/**
 * Points further apart than this many intervals have a gap between them. Long series are read with three hours between
 * points.
 */
const GAP_INTERVALS = 3;
const LEAST_GAP_MS = 4 * 3_600_000;
const DISPLAYED_DAYS = 7;

interface ChartsProps {
  one: Target;
  points: SeriesPoint[];
  room: Declared;
  /** The page of the target. */
  at: string;
}

/** Returns the names of the series, as far as the state has them. Equal ones are distinguished by the ends of their ids. */
function namesOf({ kind, state }: Pick<Target, "kind" | "state">): Record<string, string | null> {
  const known = Object.entries(state === null ? {} : (targetKinds[kind]!.measured?.known(state) ?? {}));
  const named = known.flatMap(([id, name]) => (name === null ? [] : [{ id, name, told: id.split("/", 1)[0]! }]));
  const own = [...new Map(named.map((one) => [one.told, one])).values()];
  const names = new Map(distinguished(own).map(({ told, name }) => [told, name]));
  return Object.fromEntries(
    known.map(([id, name]) => [id, name === null ? null : (names.get(id.split("/", 1)[0]!) ?? name)]),
  );
}

/** Returns the ids that are still found, whose growth is current; null where all are. */
function foundOf({ kind, state }: Pick<Target, "kind" | "state">): Set<string> | null {
  const found = state === null ? undefined : targetKinds[kind]!.measured?.found?.(state);
  return found === undefined ? null : new Set(found);
}

interface Series {
  id: string;
  line: ReturnType<typeof lineOf>;
  last: number;
}

/** Returns the series of a group, those with the best current values first. */
function seriesOf(
  { begins, unit }: Charted,
  points: SeriesPoint[],
  names: Record<string, string | null>,
  span: Parameters<typeof lineOf>[2],
): Series[] {
  const better = unit === "place" ? 1 : -1;
  return seriesIn(points)
    .filter((name) => name.startsWith(begins))
    .map((name) => ({ id: name.slice(begins.length), line: lineOf(points, name, span) }))
    .flatMap(({ id, line }) => {
      const last = line.at(-1)?.[1];
      // A series named exactly like its group belongs to the target itself.
      return last == null || (id !== "" && names[id] === undefined) ? [] : [{ id, line, last }];
    })
    .sort((a, b) => (a.last - b.last) * better);
}

/** Returns the charts that a kind always has, and those of the target's current state. */
function chartsOf({ charts, chartsOf: more }: Declared, { kind, state }: Target): Charted[] {
  return more === undefined || state === null ? charts : [...charts, ...more(targetKinds[kind]!.snapshot(state))];
}

const titleOf = ({ title, field }: Charted): string => (field === true ? capital(fieldLabel(title)) : t(title));

/** Draws every group of series: places as they are, other values as growth. */
export function Charts({ one, points, room, at }: ChartsProps) {
  const { now, zone } = useScene();
  const first = Math.max(points[0]?.[0] ?? now, now - DISPLAYED_DAYS * DAY_MS);
  const gapMs = Math.max(LEAST_GAP_MS, GAP_INTERVALS * one.intervalSeconds * 1000);
  const names = namesOf(one);
  const frame = {
    from: first,
    to: now,
    ticks: ticksOf({ language: language(), frame: { from: first, to: now, timezone: zone } }),
  };
  const groups = chartsOf(room, one).map((group) => {
    // A place in a ranking has a point only where it changes, so there are no gaps.
    const span = { from: first, to: now, gapMs: group.unit === "place" ? Infinity : gapMs };
    return { group, series: seriesOf(group, points, names, span) };
  });
  const found = foundOf(one);
  const grownOf = ({ group, series }: (typeof groups)[number]): Grown[] =>
    series.flatMap(({ id, line }) => {
      const moved = id === "" || found === null || found.has(id) ? lineMove(line, now) : null;
      const label = id === "" ? titleOf(group) : displayedName(group.label?.(names[id] ?? id) ?? names[id] ?? id);
      const currency =
        one.state === null ? null : (targetKinds[one.kind]!.measured?.currency?.(one.state, group.begins + id) ?? null);
      const text = (value: number) =>
        currency === null ? group.text(value, language()) : amountText(language(), value, currency);
      return moved === null ? [] : [{ label, moved, points: line, text }];
    });
  const isOwn = ({ group, series }: (typeof groups)[number]): boolean =>
    group.unit !== "place" && series.every(({ id }) => id === "");
  // The numbers of the target itself share a card.
  const own = groups.filter(isOwn).flatMap(grownOf);
  return (
    <>
      {own.length === 0 ? null : <Growth title={t("Changes")} all={own} frame={frame} at={at} />}
      {groups
        .filter((one) => !isOwn(one))
        .map(({ group, series }) => {
          if (group.unit === "place")
            return <Places group={group} series={series} names={names} frame={frame} at={at} />;
          const all = grownOf({ group, series });
          const title = t("{what}: biggest changes", { what: titleOf(group) });
          return all.length === 0 ? null : <Growth title={title} all={all} frame={frame} at={at} />;
        })}
    </>
  );
}

interface PlacesProps {
  group: Charted;
  series: Series[];
  names: Record<string, string | null>;
  frame: Pick<Lines, "from" | "to" | "ticks">;
  at: string;
}

/** The places in rankings over time. */
function Places({ group, series, names, frame, at }: PlacesProps) {
  if (series.length === 0) return null;
  const title = titleOf(group);
  const lines = series.slice(0, MAX_ROWS).map(({ id, line, last }) => ({
    label: id === "" ? title : displayedName(names[id] ?? id),
    text: group.text(last, language()),
    points: line,
  }));
  return (
    <section class="card" aria-label={title}>
      <div class="cap">
        <h2>{title}</h2>
        <CsvLink href={`${at}/series.csv`} of={title} />
      </div>
      <div class="bd">
        <LinesPicture
          chart={{
            ...frame,
            form: "lines",
            title,
            subtitle: "",
            alt: altOf(group, lines),
            note: null,
            unit: group.unit,
            lines,
          }}
        />
      </div>
    </section>
  );
}

/** Describes a chart in a sentence. */
function altOf({ title, text }: Pick<Charted, "title" | "text">, lines: Lines["lines"]): string {
  const reported = lines.map(({ label, points }) => {
    const values = points.flatMap(([, value]) => value ?? []);
    const [first, last] = [values[0], values.at(-1)].map((value) => text(value ?? 0, language())) as [string, string];
    return t("{name} from {first} to {last}", { name: cut(label, 40), first, last });
  });
  return cut(`${t(title)}: ${reported.join("; ")}`, 1000);
}

/** The values of one series between two instants, ascending. Gaps longer than `gapMs` contain a null. */
export function lineOf(
  points: SeriesPoint[],
  name: string,
  { from, to, gapMs }: { from: number; to: number; gapMs: number },
): [at: number, value: number | null][] {
  const line: [number, number | null][] = [];
  let last: number | null = null;
  for (const [at, values] of points) {
    const value = values[name];
    if (value === undefined || at < from || at > to) continue;
    if (last !== null && at - last > gapMs) line.push([last + 1, null]);
    line.push([at, value]);
    last = at;
  }
  return line;
}

/** The names of all series, the most frequently measured first. */
export function seriesIn(points: SeriesPoint[]): string[] {
  const counts = new Map<string, number>();
  for (const [, values] of points) for (const name in values) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}
