import { expect, test } from "vitest";
import { type Event, matchesType } from "../../core/event.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { named } from "./samples.ts";

const gone: [kind: string, type: string, data: object, series: string, name: string][] = [
  ["list", "item.gone", { itemId: "i7", fields: { title: "Late night talk" } }, "plays:i7", "Late night talk"],
  ["products", "product.delisted", { productId: "42", title: "Mini blender" }, "sold:42", "Mini blender"],
  ["hashtag", "hashtag.gone", { cid: "9", name: "cats" }, "views:9", "cats"],
  ["ranking", "ranking.left", { groupType: 1, rankType: 8, title: "Daily" }, "place:1.8", "Daily"],
];

test.each(gone)("a series of %s keeps the name of what no longer exists", async (kind, type, data, series, name) => {
  const list = async ({ type: wanted }: { type?: string }) => ({
    items: (wanted === undefined || matchesType(wanted, type) ? [{ type, data }] : []) as unknown as Event[],
    next: null,
  });
  const samples = { items: [{ at: 0, place: 0, values: { [series]: 5 } }], next: null };
  const { items } = await named({ id: "tgt_1", kind, name: "Own", state: null }, samples, { list });
  expect(items[0]!.names).toEqual({ [series]: name });
});

test("every kind whose series have ids is tried", () => {
  const kinds = Object.values(targetKinds).filter(({ measured }) => measured !== undefined);
  expect(gone.map(([kind]) => kind).toSorted()).toEqual(kinds.map(({ kind }) => kind).toSorted());
});
