import type { Child } from "hono/jsx";
import type { Base, Declared } from "../../../resources/resource.ts";
import { createdKey, cursorOf, pageOf } from "../../http/query.ts";
import type { PageContext } from "../page.ts";
import { Pager } from "../parts/pager.tsx";

/** Some records of a resource, in the order in which they were created. */
interface Listed<One> {
  items: One[];
  /** True where these are all that there are. */
  whole: boolean;
  /** What stands below so many that are shown: where the list goes on. */
  pager: (shown?: number) => Child;
}

/** The records of a resource that the address asks for, `most` at once; `path` is the page of the list. */
export async function listed<One extends Base>(
  of: Declared<One>,
  { path, most: max }: { path: string; most: number },
  { ports, url }: PageContext<"keep">,
): Promise<Listed<One>> {
  const page = pageOf({ limit: max, cursor: url.searchParams.get("cursor") ?? undefined }, createdKey);
  const { items, next } = await ports.keep.list(of, {}, page);
  return {
    items: items as unknown as One[],
    whole: page.after === null && next === null,
    pager: (shown = items.length) => (
      <Pager shown={shown} next={next === null ? null : `${path}?cursor=${cursorOf(next)}`} />
    ),
  };
}
