import { handleIn } from "../../../targets/live/params.ts";

/** A creator as a person names one, to try a service with. */
export interface Somebody {
  /** As it was typed. */
  text: string;
  /** What a target's params would be: one of userId, handle, url. */
  params: { userId?: string; roomId?: string; handle?: string; url?: string };
}

const LONGEST = 500;

/** Who is meant by a user id, an @handle or a link; null for what names nobody. */
export function somebodyIn(text: string): Somebody | null {
  const typed = text.trim().slice(0, LONGEST);
  const handle = handleIn(typed) ?? (/^@?([A-Za-z0-9._-]{1,64})$/.exec(typed)?.[1] || null);
  if (/^\d{1,32}$/.test(typed)) return { text: typed, params: { userId: typed } };
  if (handle !== null) return { text: typed, params: { handle } };
  return /^https:\/\/\S+$/i.test(typed) ? { text: typed, params: { url: typed } } : null;
}

/** The same id, as digits: "0" and leading zeros mean nothing. */
export const digitsOf = (value: unknown): string | null => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,32}$/.test(text) ? text.replace(/^0+/, "") || null : null;
};

/** What people call them: a handle as it is, of a link its end. */
export const calledBy = ({ text, params }: Somebody): string =>
  params.handle === undefined
    ? text
        .replace(/^https?:\/\//i, "")
        .slice(0, 60)
        .toWellFormed()
    : `@${params.handle}`;
