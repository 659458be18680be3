import * as z from "zod";
import { escapedUnit } from "../core/json.ts";
import { lazy } from "../core/lazy.ts";
import { didYouMean } from "../core/nearest.ts";
import type { DeliveryFilter, EventFilter } from "../core/filter.ts";
import type { DeliveryKey, Listed, Page, SeqKey } from "../core/page.ts";
import { flagText, soughtBy } from "../resources/fields.ts";
import { instantForm, suggestionFor } from "../resources/form.ts";
import { resources } from "../resources/registry.ts";
import type { CorePorts } from "./ports.ts";
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
    if (Object.hasOwn(provided, name)) refuseQuery(name, "must be given once");
    provided[name] = value;
  }
  const read = known.safeParse(provided);
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  const name = String(issue.path[0]);
  return refuseQuery(name, issue.message + suggestionFor(issue, provided[name]));
}

const one = { limit: 1, after: null };

/** Finds what remains of something that may be deleted, by an id. */
const remains: Record<string, (id: string, ports: SeekPorts) => Promise<Listed<unknown, unknown>>> = {
  targets: (id, { events }) => events.list({ targetId: id }, one),
  channels: (id, { deliveries }) => deliveries.list({ channelId: id }, one),
  events: (id, { deliveries }) => deliveries.list({ eventId: id }, one),
};

/** What shows whether something is there, or was. */
export interface SeekPorts {
  keep: Pick<CorePorts["keep"], "known" | "named">;
  events: {
    find(id: string): Promise<unknown>;
    list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<unknown, unknown>>;
  };
  deliveries: { list(filter: DeliveryFilter, page: Page<DeliveryKey>): Promise<Listed<unknown, unknown>> };
}

async function isThere(of: string, id: string, ports: SeekPorts): Promise<boolean> {
  const kind = resources.find(({ name }) => name === of);
  const there = kind === undefined ? await ports.events.find(id) : (await ports.keep.known(kind, [id]))[0];
  if (there !== undefined && there !== null) return true;
  const left = await remains[of]?.(id, ports);
  return left !== undefined && left.items.length > 0;
}

/**
 * Throws the 400 Problem for an id in a query of which there is, and was, nothing that the caller may see. A name
 * instead of an id is answered with the id, except for targets, of which there can be too many to search.
 */
export async function refuseUnknownIds(query: Route["query"], read: Record<string, unknown>, ports: SeekPorts) {
  for (const [name, parameter] of Object.entries(query?.().shape ?? {})) {
    const [of, id] = [soughtBy(parameter), read[name]];
    if (of === null || typeof id !== "string" || (await isThere(of, id, ports))) continue;
    const kind = resources.find((other) => other.name === of);
    const isSearched = kind !== undefined && kind.name !== "targets";
    const called = isSearched ? (await ports.keep.named(kind, [id])).get(id) : undefined;
    const meant = called !== undefined && (await isThere(of, called, ports)) ? called : null;
    const advice = meant === null ? `GET /v1/${of} lists them` : `did you mean ${meant}?`;
    refuseQuery(name, `names no ${kind?.noun ?? "event"}; ${advice}`);
  }
}

export const createdKey = lazy(() => z.tuple([z.int(), z.string()]));

export const seqKey = lazy(() => z.tuple([z.int()]));

export const deliveryKey = lazy(() => z.tuple([z.int(), z.int()]));

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
