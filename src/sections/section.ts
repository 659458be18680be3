import type { Chart } from "../core/chart.ts";
import type { JsonObject } from "../core/json.ts";
import type { Language } from "../core/language.ts";
import type { Figure, ReportCard, ReportTable } from "../core/report.ts";
import type { Fact } from "./fact.ts";

/** What a digest is about, in time: from (excluded) to (included), epoch ms, and whose calendar counts. */
export interface Frame {
  from: number;
  to: number;
  /** An IANA zone: days, weeks and months are its. */
  timezone: string;
}

/** In which language a digest is told, and of what period. */
export interface Telling {
  language: Language;
  frame: Frame;
}

/** An event as a section sees it: of its data only the fields that the section named. */
export interface HistoryEvent {
  type: string;
  occurredAt: number;
  detectedAt: number;
  data: JsonObject;
}

/** One watched target's past. */
export interface Past {
  target: { id: string; name: string; params: JsonObject; createdAt: number };
  /** The target's public snapshot as it stands when the digest is written; null before the first good answer. */
  snapshot: JsonObject | null;
  /** Since when nobody knows how it stands, epoch ms; null while that is known. */
  unknownSince: number | null;
  /** The events of the section's types that were detected after `eventsFrom`, oldest first, and all that came since. */
  events: HistoryEvent[];
  /** By series name, its last value at or before each instant of the grid; null where none of the last few samples has one. */
  series: Record<string, (number | null)[]>;
}

/**
 * The contract of a digest's section: pure, each in a folder of its own, listed in the registry. A target's past is
 * measured by itself, so that no more than one page of targets is held at a time; what was measured is concluded
 * together. `Data` is JSON, bounded whatever the number of targets, and all that the words and the picture are made from.
 */
export interface Section<Measure = unknown, Data extends JsonObject = JsonObject> {
  name: string;
  title(language: Language): string;
  /** The kind of target that it is about. */
  kind: string;
  /** The event types that it reads, with the fields of their data. */
  events: Record<string, readonly string[]>;
  /** The instant from which on it wants events, epoch ms. */
  eventsFrom(frame: Frame): number;
  /** The beginnings of the names of the series that it reads: "views:". */
  series: readonly string[];
  /** The instants at which it wants each series' value, ascending, the last one `to`; empty where it reads no series. */
  grid(frame: Frame): number[];
  measure(history: Past, frame: Frame): Measure;
  conclude(measures: Measure[], frame: Frame): Data;
  /** Its key figures, the most telling first: a digest of one section shows four. */
  figures(data: Data, telling: Telling): Figure[];
  tables(data: Data, telling: Telling): ReportTable[];
  /** At most three of what the tables tell, to be looked at. */
  cards?(data: Data, telling: Telling): ReportCard[];
  /** What it would tell if it could tell only one thing; null where nothing happened. */
  fact(data: Data, telling: Telling): Fact | null;
  /** Honest words where data is thin or nothing happened: "The creators were watched for 3 of 7 days." */
  note(data: Data, telling: Telling): string | null;
  /** Null where there is nothing to draw. */
  chart(data: Data, telling: Telling): Chart | null;
}
