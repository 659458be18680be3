import { iso } from "../core/instant.ts";
import type { Dialect } from "./phrases.ts";

type Style = Parameters<Dialect["instant"]>[1];

/** A time as text, for chats that do not show the reader's own zone: "12:04 UTC", "2026-01-05 12:04 UTC". */
export const utc = (at: number, style: Style): string =>
  iso(at).replace(/^(.+)T(\d\d:\d\d).*$/, style === "time" ? "$2 UTC" : "$1 $2 UTC");

/** Times nearer than this are shown without a date, because the message has one. */
const NEAR_MS = 12 * 3_600_000;

/** The style of a time in a message sent at `now`. Nearby times are short. */
export const styleAt = (now: number, at: number, style: Style): Style =>
  style === "relative" && Math.abs(at - now) < NEAR_MS ? "time" : style;
