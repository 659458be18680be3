import type { IconName } from "./icons.ts";
import { marked } from "./words/text.ts";

/** An item of the navigation. */
export interface Place {
  path: string;
  /** Its name, to be translated where it is shown. */
  label: string;
  icon: IconName;
  /** True if it is in a phone's bar; the others are reached from More. */
  bar?: true;
  /** The key that opens it after `g`. */
  key?: string;
  /** True if it begins a new group. */
  apart?: true;
}

/** The page that lists, on a phone, the items that are not in the bar. */
export const MORE = "/more";

/** The page of a share key, for readers without a token. */
export const SHARED = "/shared";

/** The page that sets up a list or a record by trying it. */
export const SET_UP = "/watch";

/** The page of settings. */
export const SETTINGS = "/settings";

/** The page of addresses at which other programs ask for checks. */
export const HOOKS = "/settings/hooks";

/** The page of chats that command. */
export const CHATS = "/chats";

/** The page of monthly goals. */
export const GOALS = "/goals";

/** The items in the order of the rail and the bar; each is a page of `pages.ts`. */
export const places: Place[] = [
  { path: "/", label: marked("Now"), icon: "now", bar: true, key: "n" },
  { path: "/creators", label: marked("Creators"), icon: "people", bar: true, key: "c" },
  { path: "/lists", label: marked("Lists"), icon: "lists", key: "l" },
  { path: "/trends", label: marked("Trends"), icon: "trend", key: "t" },
  { path: "/alerts", label: marked("Alerts"), icon: "alert", bar: true, key: "a" },
  { path: "/messages", label: marked("Messages"), icon: "message", bar: true, key: "m" },
  { path: "/digests", label: marked("Digests"), icon: "digest", key: "d" },
  { path: GOALS, label: marked("Goals"), icon: "goal", key: "o" },
  { path: "/reports", label: marked("Reports"), icon: "list", key: "r" },
  { path: "/channels", label: marked("Channels"), icon: "channel", apart: true, key: "h" },
  { path: "/boards", label: marked("Boards"), icon: "board" },
  { path: "/wall", label: marked("Wall"), icon: "wall", key: "w" },
  { path: "/sharing", label: marked("Sharing"), icon: "share" },
  { path: "/first-steps", label: marked("First steps"), icon: "star", key: "f" },
  { path: SETTINGS, label: marked("Settings"), icon: "settings", key: "s" },
];
