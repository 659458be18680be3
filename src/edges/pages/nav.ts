import type { IconName } from "./icons.ts";

/** A place that the navigation leads to. */
export interface Place {
  path: string;
  label: string;
  icon: IconName;
  /** Stands in the bar of a phone too; the others are reached from the last of those. */
  bar?: true;
  /** With `g`, the key that goes there. */
  key?: string;
  /** Begins a group of its own. */
  apart?: true;
}

/** Where a phone finds all that its bar has no room for. */
export const MORE = "/more";

/** The page of a key: for those who have no token. */
export const SHARED = "/shared";

/** The page of monthly goals. */
export const GOALS = "/goals";

/** In their order, in the rail and in the bar; each is a page of `pages.ts`. */
export const places: Place[] = [
  { path: "/", label: "Now", icon: "now", bar: true, key: "n" },
  { path: "/creators", label: "Creators", icon: "people", bar: true, key: "c" },
  { path: "/trends", label: "Trends", icon: "trend", key: "t" },
  { path: "/alerts", label: "Alerts", icon: "alert", bar: true, key: "a" },
  { path: "/messages", label: "Messages", icon: "message", bar: true, key: "m" },
  { path: "/digests", label: "Digests", icon: "digest", key: "d" },
  { path: GOALS, label: "Goals", icon: "goal", key: "o" },
  { path: "/channels", label: "Channels", icon: "channel", apart: true, key: "h" },
  { path: "/boards", label: "Boards", icon: "board" },
  { path: "/wall", label: "Wall", icon: "wall", key: "w" },
  { path: "/sharing", label: "Sharing", icon: "share" },
  { path: "/first-steps", label: "First steps", icon: "star", key: "f" },
  { path: "/settings", label: "Settings", icon: "settings", key: "s" },
];
