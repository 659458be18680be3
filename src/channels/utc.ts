import { iso } from "../core/instant.ts";
import type { Dialect } from "./phrases.ts";

type Style = Parameters<Dialect["instant"]>[1];

/** An instant in words, for chats that don't show it in the reader's own zone: "12:04 UTC", "2026-01-05 12:04 UTC". */
export const utc = (at: number, style: Style): string =>
  iso(at).replace(/^(.+)T(\d\d:\d\d).*$/, style === "time" ? "$2 UTC" : "$1 $2 UTC");

/** An instant nearer than this is its time of day alone: the message itself bears a date. */
const NEAR_MS = 12 * 3_600_000;

/** The style of an instant in a message sent at `now`: what is near in time is short. */
export const styleAt = (now: number, at: number, style: Style): Style =>
  style === "relative" && Math.abs(at - now) < NEAR_MS ? "time" : style;
