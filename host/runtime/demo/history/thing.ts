import type { JsonObject } from "../../../../src/core/json.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Length of the demo's history. */
export const DAYS = 30;

/** A stored target of the demo. */
export interface Stored {
  id: string;
  kind: string;
  name: string;
  params: JsonObject;
  settings: JsonObject;
  watchlistId: string;
}

/** A poll of a target: the view that its kind read at a time, epoch ms. */
export interface Poll {
  at: number;
  view: unknown;
}
