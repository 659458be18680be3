import type { Lines } from "../core/chart.ts";
import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { fieldWords } from "../core/named-values.ts";
import { grouped, shortNumber } from "../core/numbers-as-text.ts";

/** A cell of what stands now: words, and where they lead outside. */
export interface Cell {
  text: string;
  /** True for a name from outside. */
  name?: true;
  number?: true;
  href?: string;
}

/** A group of series that stand in one picture: all whose names begin so. */
export interface Charted {
  begins: string;
  title: string;
  unit: Lines["unit"];
  /** A value in words. */
  text: (value: number) => string;
}

/** What the list of a kind's targets shows, and the page of one. */
export interface Watched {
  /** What one is, in a sentence. */
  about: string;
  /** The fields that it is added with, and those of them that may be changed later. */
  fields: Record<string, string>;
  settings: Record<string, string>;
  columns: string[];
  rows: (snapshot: JsonObject) => Cell[][];
  charts: Charted[];
  /** The same of series whose names depend on what is watched. */
  chartsOf?: (snapshot: JsonObject) => Charted[];
  /** What it is called at the service. */
  called: (params: JsonObject) => string;
}

/** What pages say of a kind of targets. */
export interface KindPage {
  /** Of their list; one's page stands below it, by its id. */
  path: string;
  /** "creator" */
  noun: string;
  /** "Creators" */
  title: string;
  /** One of the icons that pages have (`src/edges/pages/icons.ts`), and others for some event types. */
  icon: string;
  icons?: Record<string, string>;
  /** An alert's clause: whom its events happen to, anybody and somebody of a list, and what all of them together are. */
  alerts: { title: string; any: string; some: string; all: string };
  /** Null for the kind that has the pages of creators, who broadcast. */
  watched: Watched | null;
}

export const count = (value: Json | undefined): Cell => ({
  text: typeof value === "number" ? shortNumber("en", value) : "–",
  number: true,
});

export const name = (value: Json | undefined): Cell => ({ text: typeof value === "string" ? value : "", name: true });

export const said = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? `${value}` : "?";

export const rowsIn = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A picture of the series of a field that the service has. */
export const charted = (field: string, begins: string): Charted => {
  const words = fieldWords(field);
  return { begins, title: words.charAt(0).toUpperCase() + words.slice(1), unit: "count", text: countText };
};

export const placeText = (value: number): string => `#${grouped("en", value)}`;
export const countText = (value: number): string => shortNumber("en", value);
