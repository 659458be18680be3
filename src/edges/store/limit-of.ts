import type { Declared } from "../../resources/resource.ts";

/** What leaves the records that belong to some watchlists (null: all); a resource that belongs to none has nothing to show. */
export const limitOf = (
  { within }: Pick<Declared, "within">,
  lists: string[] | null,
): { where: string; values: string[] } =>
  lists === null
    ? { where: "true", values: [] }
    : { where: within ?? "false", values: within === undefined ? [] : [JSON.stringify(lists)] };
