import type { Chart } from "../../core/chart.ts";
import { momentLabel } from "../../core/calendar.ts";
import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import { MOST_FIGURES, type Figure, type Report, type ReportPicture } from "../../core/report.ts";
import { sections, type AnySection } from "../../sections/registry.ts";
import type { Frame } from "../../sections/section.ts";
import type { Content, DigestFacts } from "./digest.ts";

/** An edition that is written, or what would be one. */
export interface Written {
  digest: DigestFacts;
  from: number;
  to: number;
  content: Content;
}

/** What a digest says; `pictures` are by the section's name. Pure. */
export function reportOf(written: Written, pictures: Record<string, ReportPicture>): Report {
  const found = foundIn(written);
  return {
    title: written.digest.name,
    period: periodText(written),
    figures: keyFigures(found.map(({ section, data }) => section.figures(data))),
    sections: found.map(({ section, data }) => ({
      name: section.name,
      title: section.title,
      tables: section.tables(data),
      note: section.note(data),
      picture: pictures[section.name] ?? null,
    })),
  };
}

/** The charts of a digest, by the section's name; a section with nothing to draw has none. Pure. */
export function chartsOf(written: Written): Record<string, Chart> {
  const frame: Frame = { from: written.from, to: written.to, timezone: written.digest.timezone };
  return Object.fromEntries(
    foundIn(written).flatMap(({ section, data }) => {
      const chart = section.chart(data, frame);
      return chart === null ? [] : [[section.name, chart]];
    }),
  );
}

/** "Mon, 9 Nov 2026, 09:00 – Mon, 16 Nov 2026, 09:00 (Europe/Berlin) · 3 earlier ones were passed over" */
const periodText = ({ from, to, digest: { timezone, passedOver = 0 } }: Written): string =>
  `${momentLabel(from, timezone)} – ${momentLabel(to, timezone)} (${timezone})${passedOverText(passedOver)}`;

const passedOverText = (count: number): string =>
  count === 0 ? "" : ` · ${count === 1 ? "1 earlier one was" : `${count} earlier ones were`} passed over`;

const foundIn = ({ digest, content }: Written): { section: AnySection; data: JsonObject }[] =>
  digest.sections.flatMap((name) => {
    const [section, data] = [sections[name], content[name]];
    return section === undefined || data === undefined ? [] : { section, data };
  });

/** The most telling figure of each section, then the next of each, until there are four. */
function keyFigures(all: Figure[][]): Figure[] {
  const figures: Figure[] = [];
  const longest = Math.max(0, ...all.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank++) figures.push(...all.flatMap((one) => one[rank] ?? []));
  const chosen = new Set(figures.slice(0, MOST_FIGURES));
  return all.flat().filter((figure) => chosen.has(figure));
}

/** A digest as programs read it. */
export const dataOf = (digestId: string, { digest, from, to, content }: Written): JsonObject => ({
  digestId,
  name: digest.name,
  watchlistId: digest.watchlistId,
  timezone: digest.timezone,
  period: { from: iso(from), to: iso(to) },
  passedOver: digest.passedOver ?? 0,
  sections: content,
});
