import * as z from "zod";
import { escapedUnit } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import type { Listed, Page } from "../../flows/browse/page.ts";
import { instantForm } from "../../resources/instant-form.ts";
import { watchlist } from "../../resources/watchlists/watchlist.ts";
import type { Ports } from "./ports.ts";
import { Problem } from "./problem.ts";
import type { Route } from "./route.ts";

const limit = () =>
  z
    .string()
    .regex(/^\d{1,4}$/, "must be a whole number from 1 to 200")
    .transform(Number)
    .refine((value) => value >= 1 && value <= 200, "must be a whole number from 1 to 200")
    .meta({ type: "integer", minimum: 1, maximum: 200, default: 50 });

/** What every list takes. */
export const pageQuery = () => ({
  limit: limit().optional(),
  cursor: z.string().optional().meta({ description: "The `nextCursor` of the page before." }),
});

/** An instant in a query, ISO 8601 with a zone (a bare date is UTC), as epoch ms. A "+" that came as a blank counts. */
const instant = () =>
  z
    .string()
    .transform((text) => text.replace(/[ +](\d{2}):?(\d{2})$/, "+$1:$2").replace(/(T.*)-(\d{2})(\d{2})$/, "$1-$2:$3"))
    .pipe(instantForm())
    .meta({ type: "string", format: "date-time" });

/** The period of a list: from one instant on and to another. */
export const bounds = () => ({ since: instant().optional(), until: instant().optional() });

/** A query with `bounds`, which must be in their order. */
export const bounded = <Shape extends ReturnType<typeof bounds>>(shape: Shape) =>
  z.object(shape).refine(
    (query) => {
      const { since, until } = query as { since?: number; until?: number };
      return since === undefined || until === undefined || since <= until;
    },
    { path: ["since"], message: "must not be after until" },
  );

/** The watchlist that a query names, null where it names none. Throws the 400 Problem where it is not there. */
export async function knownList(watchlistId: unknown, { keep: store }: Pick<Ports, "keep">) {
  if (typeof watchlistId !== "string") return null;
  return (await store.find(watchlist, watchlistId)) ?? refuseQuery("watchlistId", "names no watchlist");
}

export { flagText as flag } from "../../resources/fields.ts";

const none = lazy(() => z.object({}));

const LONGEST_NAME = 100;

export const refuseQuery = (name: string, what: string): never => {
  throw new Problem("query", `Query parameter ${name.slice(0, LONGEST_NAME).toWellFormed()}: ${what}.`);
};

/** The query of a request as its schema says; without one it takes no parameter. Throws the 400 Problem that names one. */
export function readQuery(query: Route["query"], url: URL): Record<string, unknown> {
  const known = (query ?? none)();
  const given: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (!Object.hasOwn(known.shape, name)) refuseQuery(name, "is not known here");
    given[name] ??= value;
  }
  const read = known.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return refuseQuery(String(issue?.path[0]), String(issue?.message));
}

export const createdKey = lazy(() => z.tuple([z.int(), z.string()]));

export const seqKey = lazy(() => z.tuple([z.int()]));

/** The page that a query asks for; the key must be one that a cursor of this list holds. Throws the 400 Problem. */
export function pageOf<Key>(
  query: { limit?: number | undefined; cursor?: string | undefined },
  key: () => z.ZodType<Key>,
): Page<Key> {
  const { limit: max = 50, cursor } = query;
  return { limit: max, after: cursor === undefined ? null : opened(cursor, key()) };
}

function opened<Key>(cursor: string, key: z.ZodType<Key>): Key {
  try {
    return key.parse(JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return refuseQuery("cursor", "is not one that this list gave");
  }
}

/** The cursor that goes on after a key. Names are part of some, and base64 is of bytes: other letters are escaped. */
export const cursorOf = (key: unknown): string =>
  btoa(JSON.stringify(key).replaceAll(/[^ -~]/g, escapedUnit))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** A page as the API answers it. */
export const pageBody = <Item>({ items, next }: Listed<Item, unknown>, view: (item: Item) => unknown) => ({
  items: items.map(view),
  nextCursor: next === null ? null : cursorOf(next),
});
