import type * as z from "zod";

/** A filter of a list, as SQL over `t` with a `?` for the value. */
export interface Narrower {
  schema: () => z.ZodType;
  where: string;
  /** The condition for an index that has the matching rows in the list's order; null for none. */
  leads?: (value: unknown) => string | null;
  /** For a filter on part of the name: SQL for rows whose names are cut in `name_pages`. */
  cut?: string;
}
