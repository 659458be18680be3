import type { JsonObject } from "../../../core/json.ts";
import { periodBefore } from "../../../core/calendar-period.ts";
import { beforeOf } from "../../../sections/period.ts";
import { sections, type MeasuredSection } from "../../../sections/registry.ts";
import type { Frame } from "../../../sections/section.ts";
import { airtimeReport, type AirtimeReportDeps } from "../../reports/rows/report.ts";
import { BROADCASTING } from "../../history/broadcasts.ts";
import type { MonthQuery, PageOfPasts } from "../../reports/past-months.ts";
import type { ReportFrame } from "../../reports/rows/row.ts";
import type { Content, DigestFacts } from "../message/digest.ts";
import { refuseTooMany, type RoomDeps } from "../../reports/room.ts";
import { historyOfTarget, type HistoryDeps, type StoredHistory } from "./read-history.ts";

export interface GatherDeps extends HistoryDeps, RoomDeps {
  /** How long events and samples are stored, milliseconds. */
  retentionMs: number;
  /** Reads for airtime reports. */
  airtime: AirtimeReportDeps;
}

/** Targets per page. Pages with time series are smaller. */
const PAGE = 1000;
const PAGE_WITH_SERIES = 100;
const PAGE_OF_LIVES = 250;

/** Targets and their events; series are a statement more. */
const STATEMENTS = 2;

/** The airtime from which a day is valid in a digest. */
const VALID_DAY_MS = 3_600_000;

/**
 * Computes the sections of a digest for a period. Time after `now`, epoch ms, is unknown. Throws TooManyStatements for
 * more than the plan can read.
 */
export async function gather(
  { watchlistId, timezone, sections: names, period = null }: DigestFacts,
  { from, to }: Pick<Frame, "from" | "to">,
  now: number,
  deps: GatherDeps,
): Promise<Content> {
  const before = periodBefore(period, { from, to }, timezone);
  const frame: Frame = { from, to, timezone, ...(before === null ? {} : { before }) };
  const content: Content = {};
  for (const name of names) {
    const section = sections[name];
    if (section === undefined) continue;
    const data =
      "measure" in section
        ? section.conclude(await measured(section, watchlistId, frame, now, deps), frame)
        : section.summarize(await airtimeReport(watchlistId, reportFrame(frame, now), deps.airtime), frame);
    content[name] = data as JsonObject;
  }
  return content;
}

/** The number of targets that the sections of an edition read. */
export async function targetsIn({ watchlistId, sections: names }: DigestFacts, deps: RoomDeps): Promise<number> {
  const kinds = [...new Set(names.flatMap((name) => sections[name]?.kind ?? []))];
  const counts = await Promise.all(kinds.map((kind) => deps.targetsOf(kind, watchlistId)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function reportFrame(frame: Frame, now: number): ReportFrame {
  const { from, to, timezone } = frame;
  const period = { from, to, before: beforeOf(frame) };
  return { period, timezone, validDayMs: VALID_DAY_MS, now };
}

/**
 * Measures the targets of a section. They are read page by page, so that memory holds one page and the measures.
 */
async function measured(
  section: MeasuredSection,
  watchlistId: string | null,
  frame: Frame,
  now: number,
  deps: GatherDeps,
): Promise<unknown[]> {
  const { kind, events, series } = section;
  if (kind === BROADCASTING) return measuredLives(section, watchlistId, frame, now, deps.airtime);
  const grid = section.grid(frame);
  const query = { watchlistId, kind, events, eventsFrom: section.eventsFrom(frame), series, grid };
  const [max, statements] = grid.length === 0 ? [PAGE, STATEMENTS] : [PAGE_WITH_SERIES, STATEMENTS + 1];
  await refuseTooMany({ kind, watchlistId, size: max, statements }, deps);
  const storedFrom = now - deps.retentionMs;
  const measures: unknown[] = [];
  for (let after: string | null = null, full = true; full;) {
    const page: StoredHistory[] = await deps.pasts(query, after, max);
    for (const { target, ...history } of page) {
      // Of the time before, nothing is stored any more.
      const since = { ...target, createdAt: Math.max(target.createdAt, storedFrom) };
      measures.push(section.measure(historyOfTarget(kind, { ...history, target: since }), frame));
    }
    full = page.length === max;
    after = page.at(-1)?.target.id ?? null;
  }
  return measures;
}

/** The same for creators, whose months stay when events are deleted. Those who were deleted since count too. */
async function measuredLives(
  section: MeasuredSection,
  watchlistId: string | null,
  frame: Frame,
  now: number,
  deps: AirtimeReportDeps,
): Promise<unknown[]> {
  const eventsFrom = section.eventsFrom(frame);
  await refuseTooMany({ kind: BROADCASTING, watchlistId, size: PAGE_OF_LIVES, statements: 1 }, deps);
  const query: MonthQuery = {
    watchlistId,
    events: section.events as MonthQuery["events"],
    eventsFrom,
    spans: [{ from: eventsFrom, to: frame.to }],
    viewers: null,
    removedAfter: frame.from,
    horizon: { ...(await deps.horizon()), now },
  };
  const measures: unknown[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { items, next }: PageOfPasts = await deps.pastMonths(query, after, PAGE_OF_LIVES);
    for (const history of items) measures.push(section.measure(historyOfTarget(BROADCASTING, history), frame));
    more = next !== null;
    after = next;
  }
  return measures;
}
