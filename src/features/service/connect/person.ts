import { handleIn } from "../../../kinds/live/params.ts";

/** A creator to try a service with, as entered by a person. */
export interface Person {
  /** As typed. */
  text: string;
  /** As in the params of a target: one of userId, handle, url. */
  params: { userId?: string; roomId?: string; handle?: string; url?: string };
}

const LONGEST = 500;

/** Parses a user id, an @handle or a link; null for anything else. */
export function personIn(text: string): Person | null {
  const typed = text.trim().slice(0, LONGEST);
  const handle = handleIn(typed) ?? (/^@?([A-Za-z0-9._-]{1,64})$/.exec(typed)?.[1] || null);
  if (/^\d{1,32}$/.test(typed)) return { text: typed, params: { userId: typed } };
  if (handle !== null) return { text: typed, params: { handle } };
  return /^https:\/\/\S+$/i.test(typed) ? { text: typed, params: { url: typed } } : null;
}

/** Normalizes an id to digits without leading zeros; null for 0 and anything else. */
export const digitsOf = (value: unknown): string | null => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,32}$/.test(text) ? text.replace(/^0+/, "") || null : null;
};

/** A short name of the creator: the handle, or the typed text without its scheme. */
export const displayNameOf = ({ text, params }: Person): string =>
  params.handle === undefined
    ? text
        .replace(/^https?:\/\//i, "")
        .slice(0, 60)
        .toWellFormed()
    : `@${params.handle}`;
