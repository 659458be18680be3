import type * as z from "zod";

/** What a list is narrowed by, as SQL over `t` with a `?` for the value. */
export interface Narrower {
  schema: () => z.ZodType;
  where: string;
  /** The same where an index has those of this value in the order of the list; null where none does. */
  leads?: (value: unknown) => string | null;
  /** Of one that is part of a name: SQL that is true of those whose names `name_pages` has cut. */
  cut?: string;
}
