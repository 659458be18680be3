import type { Language } from "../../core/language.ts";
import type { Watched } from "../now/now-reading.ts";

/** A list as its pages show it. */
interface ListRecord {
  id: string;
  name: string;
  description: string;
  timezone: string | null;
  language: Language | null;
  revision: number;
}

/** How many of a list's creators are live, and how many are unknown. */
interface LiveCount {
  live: number;
  unknown: number;
}

/** A list in the list of lists. */
export interface ListSummary extends ListRecord, LiveCount {
  creators: number;
  /** Targets that are no creators. */
  others: number;
  /** The demo's targets in it, if another service is asked; they are not counted. */
  resting: number;
  hasGoal: boolean;
  /** Client links, and tokens that are limited to it. */
  links: number;
  people: number;
  /** When one of those people was last seen, epoch ms; null for never. */
  seenAt: number | null;
}

/** A page of lists by name. */
export interface ListsPage {
  lists: ListSummary[];
  /** The name after which the next page begins; null for the last one. */
  next: string | null;
  /** How many lists there are in all, counted up to a hundred, and whether there are more. */
  all: number;
  hasMore: boolean;
  /** The number of creators in all lists, without the demo's at rest. */
  creators: number;
  /** The demo's targets, if another service is asked. */
  resting: ReadonlySet<string>;
  /** False if more are live or unknown than were counted. */
  isCounted: boolean;
}

/** Who may see a list besides the team. */
export interface Viewer {
  id: string;
  name: string;
  scope: string;
  /** How many other lists they see. */
  more: number;
  /** When they were last seen, epoch ms; null for never. */
  seenAt: number | null;
}

/** An alert about a list. */
export interface ListAlert {
  id: string;
  name: string;
  enabled: boolean;
  channel: string;
  /** True if nothing arrives in its channel. */
  isBroken: boolean;
}

/** What the page of a list reads of it. */
export interface ListReading {
  list: ListRecord;
  /** Lists to switch to, itself included. */
  lists: { id: string; name: string }[];
  /** Those who are live, or were when last known: at most `MAX_ON_AIR`, and one more if there are more. */
  onAir: Watched[];
  /** How many creators are unknown who were not live when last known; counted up to a hundred. */
  unknown: number;
  /** Without the demo's at rest. */
  creators: number;
  /** The demo's creators in it, if another service is asked. */
  resting: ReadonlySet<string>;
  /** Whether it has targets that are no creators. */
  hasOthers: boolean;
  goal: { id: string; hours: number | null; validDays: number | null; validDayMinutes: number } | null;
  links: { id: string; name: string; report: boolean; openedAt: number | null }[];
  viewers: Viewer[];
  alerts: ListAlert[];
  /** Alerts about everything, which reach this list too. */
  alertsForAll: number;
  digests: { id: string; name: string; enabled: boolean }[];
  boards: { id: string; name: string }[];
}

/** The live creators that are read. */
export const MAX_ON_AIR = 60;

export interface ListsDeps {
  /** Up to `max` lists by name whose names contain a text, after a name (null: the first). */
  page(search: string, after: string | null, max: number): Promise<ListsPage>;
  /** Null if there is no such list. */
  one(id: string): Promise<ListReading | null>;
  /** The lists whose names contain a text, by name, at most `max`. */
  named(search: string, max: number): Promise<{ id: string; name: string }[]>;
  /** The creators of the default list that one write moved there, by its time, epoch ms. */
  movedAt(at: number, max: number): Promise<string[]>;
  /** What a list and the default one watch both: the list's own, by name, at most `max`. */
  alsoInDefault(id: string, max: number): Promise<{ id: string; kind: string; name: string }[]>;
}

export interface ListPorts {
  listPages: ListsDeps;
}
