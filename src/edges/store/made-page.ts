import { and, eq, gt, or, type Column, type SQL } from "drizzle-orm";
import type { MadeKey } from "../../flows/browse/page.ts";

/** The condition that a list of what people made, oldest first, goes on after a key. */
export const afterMade = (
  { createdAt, id }: { createdAt: Column; id: Column },
  after: MadeKey | null,
): SQL | undefined =>
  after === null ? undefined : or(gt(createdAt, after[0]), and(eq(createdAt, after[0]), gt(id, after[1])));
