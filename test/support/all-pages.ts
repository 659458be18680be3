import type { System } from "./system.ts";

/** Every item of a list, over all its pages. */
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
