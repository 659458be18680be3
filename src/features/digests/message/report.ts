import type { Chart } from "../../../core/chart.ts";
import { dateText, momentLabel, monthOfYearLabel } from "../../../core/calendar.ts";
import { iso } from "../../../core/instant.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Language } from "../../../core/language.ts";
import { type Figure, MAX_FIGURES, type Report, type ReportPicture } from "../../../core/report.ts";
import { isWhole } from "../../../pictures/lettering.ts";
import type { Fact } from "../../../sections/fact.ts";
import { periodOf } from "../../../sections/period.ts";
import { type AnySection, sections } from "../../../sections/registry.ts";
import type { DigestContext, Frame, PeriodName } from "../../../sections/section.ts";
import { sentences, type Watched } from "../../../sections/watched.ts";
import { briefly } from "./brief.ts";
import type { Written } from "./digest.ts";
import { reportPath, type SectionTable } from "./tables.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en } from "./words/en.ts";

/** The words of a digest around its sections, in each language. */
const digestWords = inEach("digest", en);

/** What a message brings besides text, by section. */
export interface Brought {
  pictures?: Record<string, ReportPicture>;
  tables?: Record<string, SectionTable>;
  /** The address of everything that the message leaves out; null or omitted for none. */
  restUrl?: string | null;
}

/** The strength from which a second fact is included. */
const ALSO = 0.5;
/** Weaker facts are ignored. */
const LEAST = 0.1;

/**
 * The first sentence of a digest: the strongest fact of all sections, and the second if it is strong too. Also returns
 * the labels of figures that say the same. Pure.
 */
export function headlineOf(
  facts: (Fact | null)[],
  period: PeriodName,
  language: Language,
): { text: string; figures: string[] } {
  const words = digestWords[language];
  const notable = facts.filter((fact): fact is Fact => fact !== null && fact.strength >= LEAST);
  const [first, second] = notable.toSorted((a, b) => b.strength - a.strength);
  if (first === undefined) return { text: words.quiet(period), figures: [] };
  const chosen = second === undefined || second.strength < ALSO ? [first] : [first, second];
  return {
    text: words.headline(chosen.map((fact) => fact.text)),
    figures: chosen.flatMap(({ figure }) => figure ?? []),
  };
}

/** Writes the report of a digest. Pure. */
export function reportOf(written: Written, brought: Brought, language: Language): Report {
  const { pictures = {}, tables: whole = {}, restUrl = null } = brought;
  const telling: DigestContext = { language, frame: frameOf(written) };
  const all = foundIn(written).map(({ section, data }) => ({ section, data, tables: section.tables(data, telling) }));
  const filled = all.filter(({ tables }) => tables.length > 0);
  const { text: headline, figures: reported } = headlineOf(
    filled.map(({ section, data }) => section.fact(data, telling)),
    periodOf(telling.frame).word,
    language,
  );
  const nothingRead =
    filled.length === 0 && all.every(({ data }) => watchedIn(data).unread === watchedIn(data).targets);
  const report: Report = {
    language,
    title: titleOf(written, language),
    period: periodText(written, language),
    headline: nothingRead ? null : headline,
    figures: keyFigures(filled.map(({ section, data }) => figuresBesides(section.figures(data, telling), reported))),
    sections: filled.map(({ section, data, tables }) => ({
      name: section.name,
      title: section.title(language),
      tables,
      cards: section.cards?.(data, telling) ?? [],
      note: null,
      picture: pictures[section.name] ?? null,
      links: whole[section.name]?.links ?? [],
      file: whole[section.name]?.file ?? null,
    })),
    quiet: quietText(all, telling),
  };
  const reports = new Set(filled.flatMap(({ section }) => ("measure" in section ? [] : section.name)));
  const rest = restUrl === null ? null : { label: digestWords[language].rest, url: restUrl };
  return briefly(report, rest, reports);
}

/** "Month end: Northlight Talent · October 2026" for the edition of one of several watchlists about a month. */
function titleOf({ from, digest: { name, listName, period, timezone } }: Written, language: Language): string {
  const title = listName === undefined ? name : `${name}: ${listName}`;
  const isMonth = period === "lastMonth" || period === "thisMonth";
  return isMonth ? `${title} · ${monthOfYearLabel(language, from, timezone)}` : title;
}

type Found = ReturnType<typeof foundIn>[number];

/**
 * What was not seen, or did not happen: the notes of all sections, grouped by note. Sections without targets are omitted,
 * unless there are no others.
 */
function quietText(found: Found[], telling: DigestContext): string | null {
  const { language } = telling;
  const watched = found.filter(({ data }) => watchedIn(data).targets > 0);
  const notes = Map.groupBy(watched.length === 0 ? found : watched, ({ section, data }) => section.note(data, telling));
  const lines = Array.from(notes, ([note, those]) =>
    note === null
      ? []
      : watched.length === 0
        ? note
        : digestWords[language].those(
            those.map(({ section }) => section.title(language)),
            note,
          ),
  );
  return sentences(language, lines.flat());
}

const watchedIn = (data: JsonObject): Watched => data["watched"] as Watched;

/** The figures without those that the headline contains. */
const figuresBesides = (figures: Figure[], reported: string[]): Figure[] =>
  figures.filter(({ label }) => !reported.includes(label));

/**
 * The charts of a digest, by section; sections without data have none. If the font lacks letters of a language, charts
 * are in English and their text alternatives in the language. Pure.
 */
export function chartsOf(written: Written, language: Language): Record<string, Chart> {
  const telling: DigestContext = { language, frame: frameOf(written) };
  return Object.fromEntries(
    foundIn(written).flatMap(({ section, data }) => {
      const chart = section.chart(data, telling);
      if (chart === null) return [];
      const drawn = isWhole(chart.title) ? chart : section.chart(data, { ...telling, language: "en" });
      return [[section.name, { ...(drawn ?? chart), alt: chart.alt }]];
    }),
  );
}

const frameOf = ({ from, to, digest: { timezone } }: Written): Frame => ({ from, to, timezone });

/** "Mon, 9 Nov 2026, 09:00 – Mon, 16 Nov 2026, 09:00 (Europe/Berlin) · 3 earlier digests were skipped" */
function periodText({ from, to, digest: { timezone, passedOver = 0 } }: Written, language: Language): string {
  const passed = passedOver === 0 ? "" : ` · ${digestWords[language].passedOver(passedOver)}`;
  return `${momentLabel(language, from, timezone)} – ${momentLabel(language, to, timezone)} (${timezone})${passed}`;
}

const foundIn = ({ digest, content }: Written): { section: AnySection; data: JsonObject }[] =>
  digest.sections.flatMap((name) => {
    const [section, data] = [sections[name], content[name]];
    return section === undefined || data === undefined ? [] : { section, data };
  });

/** The first figure of each section, then the second of each, up to the maximum. */
function keyFigures(all: Figure[][]): Figure[] {
  const figures: Figure[] = [];
  const longest = Math.max(0, ...all.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank++) figures.push(...all.flatMap((one) => one[rank] ?? []));
  const chosen = new Set(figures.slice(0, MAX_FIGURES));
  return all.flat().filter((figure) => chosen.has(figure));
}

/** Whether there is nothing to see on the digest's own page: its reports link to theirs, or it was sent once. */
const isReported = (written: Written): boolean =>
  written.digest.once === true || foundIn(written).every(({ section }) => !("measure" in section));

/**
 * The page with what a digest leaves out: the trends of its first section with numbers over the same days, else its own
 * page. Null without one, or an address that readers can open.
 */
export function restUrlOf(digestId: string, written: Written, publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  const { from, to, digest } = written;
  const compared = foundIn(written).flatMap(({ section }) =>
    "series" in section && (section.series[0] ?? "") !== ""
      ? [`${section.kind}.${section.series[0]!.replace(":", "")}`]
      : [],
  );
  if (compared[0] === undefined) return isReported(written) ? null : `${publicUrl}/digests/${digestId}`;
  const [first, last] = [from, to - 1].map((at) => dateText(at, digest.timezone)) as [string, string];
  return `${publicUrl}/trends?what=${compared[0]}&from=${first}&to=${last}`;
}

/** A digest as data for webhooks, with the headline. Its address is only a path if the public address is unknown. */
export const dataOf = (
  digestId: string,
  written: Written,
  headline: string | null,
  publicUrl: string | null,
): JsonObject => {
  const { digest, from, to, content } = written;
  return {
    digestId,
    url: `${publicUrl ?? ""}${digest.once === true ? reportPath(written) : `/digests/${digestId}`}`,
    name: digest.name,
    watchlistId: digest.watchlistId,
    ...(digest.listName === undefined ? {} : { watchlistName: digest.listName }),
    timezone: digest.timezone,
    period: { from: iso(from), to: iso(to) },
    passedOver: digest.passedOver ?? 0,
    summary: headline,
    sections: content,
  };
};
