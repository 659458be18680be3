import { capital } from "../core/text.ts";
import * as z from "zod";
import { PUBLIC_ONLY } from "../core/public-url.ts";
import { iso } from "../core/instant.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Horizon } from "../core/knowledge.ts";
import type { AnyStored, Base, Declared } from "./resource.ts";
import type { Limits } from "./limits.ts";

/** Cached, because zod creates the shape of a form on each access. */
const fields = new WeakMap<z.ZodObject, string[]>();

function fieldsIn(form: z.ZodObject): string[] {
  const known = fields.get(form) ?? Object.keys(form.shape);
  fields.set(form, known);
  return known;
}

/** A record in the form of a request, with instants and the like as people write them. */
export function formOf<One extends Base>(of: Declared<One>, one: One): JsonObject {
  const written: JsonObject = {};
  for (const field of fieldsIn(of.form())) {
    const value = (one as AnyStored)[field];
    written[field] = (of.serialize[field]?.write(value) ?? value ?? null) as Json;
  }
  return written;
}

/** A record as the API serializes it. With a horizon, fields depend on what is still known. */
export const viewOf = <One extends Base>(of: Declared<One>, one: One, horizon: Horizon | null = null) => ({
  id: one.id,
  ...formOf(of, one),
  ...Object.fromEntries(
    Object.entries(of.computedFields ?? {}).map(([field, { of: show }]) => [field, show(one as AnyStored, horizon)]),
  ),
  createdAt: iso(one.createdAt),
});

/** The fields of answers that no request may have. */
export function readOnlyFields(of: Declared): string[] {
  const writable = fieldsIn(of.form());
  const once = Object.keys(of.made?.schema?.() ?? {});
  return ["id", "createdAt", "updatedAt", ...Object.keys(of.computedFields ?? {}), ...once].filter(
    (field) => !writable.includes(field),
  );
}

/** The limits for documentation: those of the API, regardless of an installation's settings. */
export const DOCUMENTED: Limits = { minIntervalSeconds: 1, retentionDays: 90, addresses: PUBLIC_ONLY };

/** The documented forms of a resource: one, or one per kind. */
export const formsOf = (of: Declared, limits = DOCUMENTED): z.ZodObject[] =>
  of.kinds === undefined ? [of.form()] : of.kinds.names.map((kind) => of.kinds!.form(kind, limits));

/** A union of several forms; zod needs at least two. */
export function oneOf(all: z.ZodType[]): z.ZodType {
  const [first, ...rest] = all;
  return rest.length === 0 ? first! : z.union(all as [z.ZodType, z.ZodType]);
}

/** The name of its type: "Watchlist", "FeedKey". */
export const typeName = ({ noun }: Declared): string => noun.split(" ").map(capital).join("");
