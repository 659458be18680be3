import * as z from "zod";
import { escapedUnit } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import { didYouMean } from "../core/nearest.ts";
import type { Listed, Page } from "../core/page.ts";
import { flagText } from "../resources/fields.ts";
import { instantForm, suggestionFor } from "../resources/form.ts";
import { watchlist } from "../features/lists/resource/watchlist.ts";
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

/** Parameters of every list. */
export const pageQuery = () => ({
  limit: limit().optional(),
  cursor: z.string().optional().meta({ description: "The `nextCursor` of the previous page." }),
});

/**
 * A time in a query as epoch ms. ISO 8601 with a zone; a bare date is UTC. A "+" that was decoded to a blank is
 * accepted.
 */
const instant = () =>
  z
    .string()
    .transform((text) => text.replace(/[ +](\d{2}):?(\d{2})$/, "+$1:$2").replace(/(T.*)-(\d{2})(\d{2})$/, "$1-$2:$3"))
    .pipe(instantForm())
    .meta({ type: "string", format: "date-time" });

/** The period of a list. */
export const bounds = () => ({ since: instant().optional(), until: instant().optional() });

/** A query with `bounds`, which must be in order. */
export const bounded = <Shape extends ReturnType<typeof bounds>>(shape: Shape) =>
  z.object(shape).refine(
    (query) => {
      const { since, until } = query as { since?: number; until?: number };
      return since === undefined || until === undefined || since <= until;
    },
    { path: ["since"], message: "must not be after until" },
  );

/** The watchlist of a query; null without one. Throws the 400 Problem if it does not exist. */
export async function knownList(watchlistId: unknown, { keep: store }: Pick<Ports, "keep">) {
  if (typeof watchlistId !== "string") return null;
  return (await store.find(watchlist, watchlistId)) ?? refuseQuery("watchlistId", "names no watchlist");
}

export { flagText as flag } from "../resources/fields.ts";

/** The parameter of deletions that also delete what uses the resource. */
export const cascadeFlag = () =>
  flagText().optional().describe("Whether to delete what uses it too, instead of answering 409.");

const none = lazy(() => z.object({}));

const LONGEST_NAME = 100;

/** With a full stop, unless it ends with a question. */
const ended = (text: string): string => (text.endsWith("?") ? text : `${text}.`);

export const refuseQuery = (name: string, what: string): never => {
  throw new Problem("query", `Query parameter ${name.slice(0, LONGEST_NAME).toWellFormed()}: ${ended(what)}`);
};

/**
 * Parses the query of a request. Without a schema it allows no parameters. Throws the 400 Problem with the first error.
 */
export function readQuery(query: Route["query"], url: URL): Record<string, unknown> {
  const known = (query ?? none)();
  const provided: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (!Object.hasOwn(known.shape, name))
      refuseQuery(name, `is not known here${didYouMean(name, Object.keys(known.shape))}`);
    provided[name] ??= value;
  }
  const read = known.safeParse(provided);
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  const name = String(issue.path[0]);
  return refuseQuery(name, issue.message + suggestionFor(issue, provided[name]));
}

export const createdKey = lazy(() => z.tuple([z.int(), z.string()]));

export const seqKey = lazy(() => z.tuple([z.int()]));

/** The page of a query. Its cursor must hold a key of this list. Throws the 400 Problem. */
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

/** The cursor after a key. Base64 needs bytes, so other characters, as in names, are escaped. */
export const cursorOf = (key: unknown): string =>
  btoa(JSON.stringify(key).replaceAll(/[^ -~]/g, escapedUnit))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** A page in its API form. */
export const pageBody = <Item>({ items, next }: Listed<Item, unknown>, view: (item: Item) => unknown) => ({
  items: items.map(view),
  nextCursor: next === null ? null : cursorOf(next),
});
