import type { JsonObject } from "../../src/core/json.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Saturday, 20:41 in Berlin. */
export const NOW = Date.UTC(2026, 10, 21, 19, 41, 20);

/** All has been watched for thirteen weeks. */
export const SINCE = NOW - 91 * DAY;

export interface Poll {
  at: number;
  view: unknown;
}

/** What is watched, as the API takes it, and what each poll saw. */
export interface WatchedThing {
  body: {
    kind: string;
    name: string;
    params: JsonObject;
    watchlist: "favourites" | "others";
    [field: string]: unknown;
  };
  polls: Poll[];
}
