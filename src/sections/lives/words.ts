import { monthLabel } from "../../core/calendar.ts";
import { spokenHours } from "../../core/duration.ts";
import type { Language } from "../../core/language.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { onBefore, percentChange } from "../change-text.ts";
import type { DigestContext } from "../section.ts";
import { noteOn, sentences } from "../watched.ts";
import { sectionWords } from "../words/words.ts";
import type { LivesData } from "./data.ts";
import { livesWords } from "./words/words.ts";

/** The month in which the period ends. */
const monthOf = ({ language, frame: { to, timezone } }: DigestContext): string =>
  monthLabel(language, to - 1, timezone);

/** Time live, who was live, the projection, the longest stream, the number of streams. */
export function liveFigures(data: LivesData, telling: DigestContext): Figure[] {
  const { language } = telling;
  const words = livesWords[language];
  const { watched, month, longest, sessions, live, airtimeMs, onAirAtEnd } = data;
  if (watched.targets === 0) return [];
  const figures: (Figure | null)[] = [
    { label: words.airtime, value: spokenHours(language, airtimeMs), detail: changeOf(data, language) },
    {
      label: words.wereLive,
      value: words.of(grouped(language, live), grouped(language, watched.targets)),
      detail: onAirAtEnd === 0 ? null : words.onAirAtEnd(grouped(language, onAirAtEnd)),
    },
    month.paceMs === null
      ? null
      : {
          label: words.pace(monthOf(telling)),
          value: spokenHours(language, month.paceMs),
          detail: words.soFar(spokenHours(language, month.soFarMs)),
        },
    longest === null ? null : { label: words.longest, value: spokenHours(language, longest.ms), detail: longest.name },
    {
      label: words.sessions,
      value: grouped(language, sessions),
      detail: sessions === 0 ? null : words.average(spokenHours(language, airtimeMs / sessions)),
    },
  ];
  return figures.filter((figure) => figure !== null);
}

/** The change against the previous period, with the number of compared creators if that is not all. */
function changeOf(
  { compared: { creators, beforeMs, nowMs }, watched, period }: LivesData,
  language: Language,
): string | null {
  const change = onBefore(language, beforeMs, nowMs, period.word);
  if (change === null || creators === watched.targets) return change;
  return livesWords[language].watchedThen(change, grouped(language, creators));
}

/** Who was live most, whose time changed most, and projections. */
export function liveTables(
  { most: max, live, moved, movedCount, paces, pacesCount }: LivesData,
  telling: DigestContext,
): ReportTable[] {
  const { language } = telling;
  const words = livesWords[language];
  const tables: ReportTable[] = [
    {
      title: words.most,
      rows: max.map(({ name, airtimeMs, beforeMs, days, spark }) => ({
        label: name,
        value: `${spokenHours(language, airtimeMs)} · ${words.days(days)}`,
        change: percentChange(language, beforeMs, airtimeMs),
        spark,
      })),
      more: live - max.length,
    },
    {
      title: words.changes,
      rows: moved.map(({ name, airtimeMs, beforeMs }) => {
        const up = airtimeMs > beforeMs;
        const text = `${up ? "+" : "−"}${spokenHours(language, Math.abs(airtimeMs - beforeMs))}`;
        return {
          label: name,
          value: spokenHours(language, airtimeMs),
          change: { text, tone: up ? "up" : "down" },
          spark: null,
        };
      }),
      more: movedCount - moved.length,
    },
    {
      title: words.pace(monthOf(telling)),
      rows: paces.map(({ name, monthMs, paceMs }) => ({
        label: name,
        value: spokenHours(language, paceMs),
        change: { text: words.soFar(spokenHours(language, monthMs)), tone: "flat" as const },
        spark: null,
      })),
      more: pacesCount - paces.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Says if no one was live, or if creators were not watched long enough. */
export function liveNote({ watched, period, live, compared, month }: LivesData, telling: DigestContext): string | null {
  const { language } = telling;
  const words = livesWords[language];
  const before = compared.creators === 0 ? sectionWords[language].periods[period.word].before : null;
  const unknown = month.paceMs === null ? monthOf(telling) : null;
  const early = before === null && unknown === null ? null : words.tooEarly(before, unknown);
  return noteOn(language, watched, period, words, sentences(language, [live === 0 ? words.nobody : null, early]));
}
