import type { System } from "./system.ts";

/** Reads all items of a list, page by page. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function allPages(system: System, path: string): Promise<any[]> {
  const items = [];
  const join = path.includes("?") ? "&" : "?";
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await system.api(
      "GET",
      `${path}${join}limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}
