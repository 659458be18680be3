import type { AirtimeReport, AirtimeRow } from "./airtime-shape.ts";
import type { NamedSpan } from "../core/calendar-period.ts";
import type { Chart } from "../core/chart.ts";
import type { JsonObject } from "../core/json.ts";
import type { Language } from "../core/language.ts";
import type { Figure, ReportCard, ReportTable } from "../core/report.ts";
import type { Fact } from "./fact.ts";

/** The common name of a digest's period. */
export type PeriodName = NamedSpan | "period";

/** The period of a digest, `from` exclusive to `to` inclusive, epoch ms, and its calendar. */
export interface Frame {
  from: number;
  to: number;
  /** The IANA zone of days, weeks and months. */
  timezone: string;
  /** What it is compared with, if that does not follow from its length: the same part of the month before. */
  before?: { from: number; to: number };
}

/** The language of a digest, and its period. */
export interface DigestContext {
  language: Language;
  frame: Frame;
}

/** An event with only the data fields that the section requested. */
export interface HistoryEvent {
  type: string;
  occurredAt: number;
  detectedAt: number;
  data: JsonObject;
}

/** Epoch ms. */
export type Gap = [from: number, to: number];

/** The history of one target. */
export interface Past {
  target: { id: string; name: string; params: JsonObject; createdAt: number };
  /** The public snapshot when the digest is written; null before the first successful poll. */
  snapshot: JsonObject | null;
  /**
   * The stretches without knowledge of its state, in order and without overlaps. The last one goes on (`Infinity`) if
   * the state is unknown now.
   */
  gaps: Gap[];
  /** The events of the section's types that were detected after `eventsFrom`, oldest first, up to now. */
  events: HistoryEvent[];
  /**
   * By series: its last value at or before each instant of the grid; null if none of the last few samples has one, or if
   * they are too old to hold.
   */
  series: Record<string, (number | null)[]>;
}

/** What a digest says about a section's data. */
interface ReportedOf<Data extends JsonObject> {
  name: string;
  title(language: Language): string;
  /** True if digests have it only where they name it. */
  optional?: true;
  /** The kind of its targets. */
  kind: string;
  /** Its key figures, the most important first. */
  figures(data: Data, telling: DigestContext): Figure[];
  tables(data: Data, telling: DigestContext): ReportTable[];
  /** At most three rows of its tables as cards. */
  cards?(data: Data, telling: DigestContext): ReportCard[];
  /** The most important fact; null if nothing happened. */
  fact(data: Data, telling: DigestContext): Fact | null;
  /** A note if data are sparse or nothing happened: "The creators were watched for 3 of 7 days." */
  note(data: Data, telling: DigestContext): string | null;
  /** Null if there is nothing to draw. */
  chart(data: Data, telling: DigestContext): Chart | null;
}

/**
 * The contract of a digest's section. Sections are pure, each in its own folder, and listed in the registry. Each
 * target's history is measured alone, so that only one page of targets is in memory; then all measures are concluded
 * together. `Data` is JSON of limited size, whatever the number of targets, and all that words and charts are made
 * from.
 */
export interface Section<Measure = unknown, Data extends JsonObject = JsonObject> extends ReportedOf<Data> {
  /** The event types that it reads, with the fields of their data. */
  events: Record<string, readonly string[]>;
  /** The start of the events that it needs, epoch ms. */
  eventsFrom(frame: Frame): number;
  /** The prefixes of the series that it reads: "views:". */
  series: readonly string[];
  /** The instants at which it needs values of series, the last one `to`; empty if it reads no series. */
  grid(frame: Frame): number[];
  measure(history: Past, frame: Frame): Measure;
  conclude(measures: Measure[], frame: Frame): Data;
}

/** A section about the airtime report of the period. That covers any month, however long ago. */
export interface ReportedSection<Data extends JsonObject = JsonObject> extends ReportedOf<Data> {
  summarize(report: AirtimeReport, frame: Frame): Data;
  /** All rows of the report, for a table; null if they are too many to be stored. */
  rows(data: Data): AirtimeRow[] | null;
  /** The labels of links to the whole report, and to the table. */
  links(language: Language): { whole: string; table: string };
}

/**
 * Reports whether something was found at an instant. The next event about it decides; without one, the current state.
 */
export function presentAt(at: number, events: readonly HistoryEvent[], comes: string, foundNow: boolean): boolean {
  const next = events.find(({ detectedAt }) => detectedAt > at);
  return next === undefined ? foundNow : next.type !== comes;
}

/** Caches a value by frame, so that the calendar is not computed for every target. */
export function onceAFrame<AnyFrame extends object, T>(make: (frame: AnyFrame) => T): (frame: AnyFrame) => T {
  const created = new WeakMap<AnyFrame, T>();
  return (frame) => {
    let one = created.get(frame);
    if (one === undefined) created.set(frame, (one = make(frame)));
    return one;
  };
}
