import type { Lines } from "../core/chart.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import type { Say } from "../core/sentence.ts";
import { shortNumber } from "../core/numbers-as-text.ts";
import type { Language } from "../core/language.ts";
import { placeText } from "../core/places.ts";

/** A cell of the table of current rows. */
export interface Cell {
  text: string;
  /** An instant (epoch ms) that stands in place of the text. */
  at?: number;
  /** True for a name from outside. */
  name?: true;
  /** True for a field of the service. */
  field?: true;
  number?: true;
  href?: string;
}

/** A group of series in one chart: all whose names have this beginning. */
export interface Charted {
  begins: string;
  title: string;
  /** True if the title is a field of the service. */
  field?: true;
  unit: Lines["unit"];
  /** What its series are about, if that is not what the kind watches: "Products". */
  entries?: string;
  /** True for the id of a series that starts again so often that it is not compared over days. */
  restarts?: (id: string) => boolean;
  /** Writes the name of a series. */
  label?: (name: string) => string;
  /** Formats a value in a language. */
  text: (value: number, language: Language) => string;
}

/** The list of a kind's targets, and the page of one. */
export interface Watched {
  /** A sentence about what the kind watches. */
  about: string;
  /** The fields of the form that adds a target, and of the one that edits it. */
  fields: Record<string, string>;
  settings: Record<string, string>;
  /** True if a target needs an operation, which a page of its own finds by trying. */
  setUp?: true;
  columns: string[];
  /** The columns of a kind whose fields depend on the target; after the first ones they are fields of the service. */
  fieldsOf?: (snapshot: JsonObject) => string[];
  rows: (snapshot: JsonObject, say: Say) => Cell[][];
  charts: Charted[];
  /** Charts whose series depend on the target. */
  chartsOf?: (snapshot: JsonObject) => Charted[];
  /** Describes what the target watches at the service, for kinds whose params are words and not IDs. */
  called?: (params: JsonObject, say: Say) => string;
}

/** How pages show a kind of targets. */
export interface KindPage {
  /** Path of the list. A target's page is below it, by id. */
  path: string;
  /** "creator" */
  noun: string;
  /** "Creators" */
  title: string;
  /** Several of them, if that is not the title: "profiles". */
  many?: string;
  /** An icon of the pages (`src/ui/icons.ts`), and special ones for some event types. */
  icon: string;
  icons?: Record<string, string>;
  /** Clauses of an alert: subjects for any and for some targets, and a verb phrase for all events. */
  alerts: { title: string; any: string; some: string; all: string };
  /** Null for the kind with the pages of creators. */
  watched: Watched | null;
}

export const count = (value: Json | undefined, { language }: Say): Cell => ({
  text: typeof value === "number" ? shortNumber(language, value) : "–",
  number: true,
});

export const name = (value: Json | undefined): Cell => ({ text: typeof value === "string" ? value : "", name: true });

export const reported = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? `${value}` : "?";

export const rowsIn = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A chart of a field of the service. */
export const charted = (field: string, begins: string): Charted => ({
  begins,
  title: field,
  field: true,
  unit: "count",
  text: countText,
});

export const rankText = (value: number, language: Language): string => placeText(language, value);
export const countText = (value: number, language: Language): string => shortNumber(language, value);
