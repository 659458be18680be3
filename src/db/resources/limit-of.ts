import type { Declared } from "../../resources/resource.ts";

/**
 * A condition that limits records to some watchlists (null for all). Resources that belong to no watchlist are hidden
 * entirely.
 */
export const limitOf = (
  { within }: Pick<Declared, "within">,
  lists: string[] | null,
): { where: string; values: string[] } =>
  lists === null
    ? { where: "true", values: [] }
    : { where: within ?? "false", values: within === undefined ? [] : [JSON.stringify(lists)] };
