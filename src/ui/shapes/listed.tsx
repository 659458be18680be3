import type { Child } from "hono/jsx";
import type { Base, Declared } from "../../resources/resource.ts";
import { createdKey, cursorOf, pageOf } from "../../http/query.ts";
import type { PageContext } from "../page.ts";
import { Pager } from "../parts/pager.tsx";

/** A page of a resource's records, in order of creation. */
interface Listed<One> {
  items: One[];
  /** True if these are all records. */
  whole: boolean;
  /** Renders the pager below the list; `shown` is the number of records shown. */
  pager: (displayed?: number) => Child;
}

/** Returns the records that the address asks for, at most `most`; `path` is the page of the list. */
export async function listed<One extends Base>(
  of: Declared<One>,
  { path, most: max }: { path: string; most: number },
  { ports, url }: PageContext,
): Promise<Listed<One>> {
  const page = pageOf({ limit: max, cursor: url.searchParams.get("cursor") ?? undefined }, createdKey);
  const { items, next } = await ports.keep.list(of, {}, page);
  return {
    items: items as unknown as One[],
    whole: page.after === null && next === null,
    pager: (displayed = items.length) => (
      <Pager shown={displayed} next={next === null ? null : `${path}?cursor=${cursorOf(next)}`} />
    ),
  };
}
