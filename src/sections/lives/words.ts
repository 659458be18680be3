import { grouped } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { onBefore, percentChange } from "../change-text.ts";
import { noteOn } from "../watched.ts";
import type { LivesData } from "./data.ts";
import { hoursText } from "./hours-text.ts";

const HOUR_MS = 3_600_000;

/** Time on air, who was live, the month's pace, the longest stream, sessions. */
export function liveFigures(data: LivesData): Figure[] {
  const { watched, month, longest, sessions, live, airtimeMs, onAirAtEnd } = data;
  if (watched.targets === 0) return [];
  const figures: (Figure | null)[] = [
    { label: "Airtime", value: hoursText(airtimeMs), detail: changeOf(data) },
    {
      label: "Were live",
      value: `${grouped(live)} of ${grouped(watched.targets)}`,
      detail: onAirAtEnd === 0 ? null : `${grouped(onAirAtEnd)} on air at the end`,
    },
    month.paceMs === null
      ? null
      : {
          label: `Pace for ${month.name}`,
          value: hoursText(month.paceMs),
          detail: `${hoursText(month.soFarMs)} so far`,
        },
    longest === null ? null : { label: "Longest stream", value: hoursText(longest.ms), detail: longest.name },
    {
      label: "Sessions",
      value: grouped(sessions),
      detail: sessions === 0 ? null : `${hoursText(airtimeMs / sessions)} on average`,
    },
  ];
  return figures.filter((figure) => figure !== null);
}

/** Compared are those who were watched then; where that is not everyone, it is said. */
function changeOf({ compared: { creators, beforeMs, nowMs }, watched, period }: LivesData): string | null {
  const change = onBefore(beforeMs, nowMs, period.word);
  if (change === null || creators === watched.targets) return change;
  return `${change}, for the ${grouped(creators)} watched then`;
}

/** Who was on air most, whose time changed most, who is on which pace. */
export function liveTables({ most, live, moved, movedCount, paces, pacesCount, month }: LivesData): ReportTable[] {
  const tables: ReportTable[] = [
    {
      title: "Most airtime",
      rows: most.map(({ name, airtimeMs, beforeMs, days, spark }) => ({
        label: name,
        value: `${hoursText(airtimeMs)} · ${days} ${days === 1 ? "day" : "days"}`,
        change: percentChange(beforeMs, airtimeMs),
        spark,
      })),
      more: live - most.length,
    },
    {
      title: "Biggest changes",
      rows: moved.map(({ name, airtimeMs, beforeMs }) => {
        const up = airtimeMs > beforeMs;
        const text = `${up ? "+" : "−"}${hoursText(Math.abs(airtimeMs - beforeMs))}`;
        return { label: name, value: hoursText(airtimeMs), change: { text, tone: up ? "up" : "down" }, spark: null };
      }),
      more: movedCount - moved.length,
    },
    {
      title: `Pace for ${month.name}`,
      rows: paces.map(({ name, monthMs, paceMs }) => ({
        label: name,
        value: `${wholeHours(paceMs)} · ${wholeHours(monthMs)} so far`,
        change: null,
        spark: null,
      })),
      more: pacesCount - paces.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Two sums stand in one column: from ten hours on without minutes. */
const wholeHours = (ms: number): string => hoursText(ms < 10 * HOUR_MS ? ms : Math.round(ms / HOUR_MS) * HOUR_MS);

/** Says when nobody was live, or was not watched long enough to know. */
export function liveNote({ watched, period, live, compared, month }: LivesData): string | null {
  const unknown = [
    ...(compared.creators === 0 ? [`to compare airtime with the ${period.word} before`] : []),
    ...(month.paceMs === null ? [`to tell a pace for ${month.name}`] : []),
  ];
  const early = unknown.length === 0 ? null : `Not enough watched yet ${unknown.join(", or ")}.`;
  const words = [live === 0 ? "Nobody was live." : null, early].filter((text) => text !== null);
  return noteOn(watched, period, { none: "live creators", many: "creators" }, words.join(" ") || null);
}
