import type { IconName } from "./parts/icon.tsx";

/** A place that the navigation leads to. */
export interface Place {
  path: string;
  label: string;
  icon: IconName;
  /** Its name in the bar of a phone; a place without one is reached from the last of those. */
  bar?: string;
}

/** In their order, in the rail and in the bar; each is a page of `pages.ts`. */
export const places: Place[] = [
  { path: "/", label: "Now", icon: "now", bar: "Now" },
  { path: "/creators", label: "Creators", icon: "people", bar: "Creators" },
  { path: "/trends", label: "Trends", icon: "trend" },
  { path: "/alerts", label: "Alerts", icon: "alert", bar: "Alerts" },
  { path: "/messages", label: "Messages", icon: "message", bar: "Messages" },
  { path: "/digests", label: "Digests", icon: "digest" },
  { path: "/channels", label: "Channels", icon: "channel" },
  { path: "/settings", label: "Settings", icon: "settings", bar: "More" },
];
