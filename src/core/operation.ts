import type { Json } from "./json.ts";

/** How to read a live verdict from an answer; pointers are JSON Pointers (RFC 6901). */
export interface VerdictReading {
  rows?: string | undefined;
  rowKey?: string | undefined;
  /** In a list of many creators: where a row has the user id of its own. */
  rowUser?: string | undefined;
  verdict: string;
  room?: string | undefined;
  /** The values that mean live; `present`: any that leads to something, and none means off. */
  on: Json[] | "present";
  paused: Json[];
  off: Json[];
  /** The verdict for no row or null data. */
  empty: "unknown" | "off";
}

/** Where rows stand in an answer, and in a row what identifies it: JSON Pointers into the whole body and into a row. */
export interface Listing {
  rows: string;
  id: string;
}

/** How an operation of the polled service is called, and how its answer is read. */
export interface Operation {
  name: string;
  method: "GET" | "POST";
  /** Joined to the base address as text: a doubled slash is part of the path. */
  path: string;
  query: Record<string, string>;
  body: Record<string, Json>;
  /** True where it speaks as the service's interface does, whose answers have an envelope; false where somebody said how. */
  enveloped: boolean;
  /** Of a live check: where the verdict stands. */
  reading: VerdictReading | null;
  /** Of one that answers with rows: where they are. */
  listing: Listing | null;
  /** What is read of the answer by name, each by a JSON Pointer into the whole body, with a listing into a row; empty where nothing is. */
  fields: Record<string, string>;
}
