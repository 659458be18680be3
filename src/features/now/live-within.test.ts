import { expect, test } from "vitest";
import type { ListKey } from "../creators/creators.ts";
import { type LiveQuery, onAirWithin } from "./live-looks.ts";

// Two creators in each of three lists.
const ALL: ListKey[] = ["wl_a", "wl_b", "wl_c"].flatMap((list) =>
  ["ana", "bo"].map((name): ListKey => [list, name, `tgt_${list}_${name}`]),
);
const keyOf = (key: ListKey): string => key.join(" ");

/** Looks into one list like the store. Remembers which lists were looked into. */
function looker() {
  const looked: string[] = [];
  const look = async ({ watchlistId, after, until, most }: LiveQuery) => {
    looked.push(watchlistId!);
    const its = ALL.filter(([list]) => list === watchlistId)
      .filter((one) => after === null || keyOf(one) > keyOf(after))
      .slice(0, most);
    return {
      airing: its.filter((one) => until === null || keyOf(one) <= keyOf(until)).map(([, , id]) => ({ id })) as never[],
      last: its.length < most ? null : its.at(-1)!,
    };
  };
  return { looked, look };
}

async function within(lists: string[], more: Partial<LiveQuery> = {}) {
  const { looked, look } = looker();
  const { airing, last } = await onAirWithin(
    lists,
    { watchlistId: null, after: null, until: null, most: 9, ...more },
    look,
  );
  return { ids: airing.map(({ id }) => id.slice(4)), last, looked };
}

test("lists are read one after the other, each in its own order, and no other list", async () => {
  expect(await within(["wl_c", "wl_a"])).toEqual({
    ids: ["wl_a_ana", "wl_a_bo", "wl_c_ana", "wl_c_bo"],
    last: null,
    looked: ["wl_a", "wl_c"],
  });
});

test("a page ends within a list and goes on there, without reading the lists before it again", async () => {
  const first = await within(["wl_a", "wl_b", "wl_c"], { most: 3 });
  expect(first).toMatchObject({ ids: ["wl_a_ana", "wl_a_bo", "wl_b_ana"], looked: ["wl_a", "wl_b"] });
  const second = await within(["wl_a", "wl_b", "wl_c"], { most: 3, after: first.last });
  expect(second).toMatchObject({ ids: ["wl_b_bo", "wl_c_ana", "wl_c_bo"], looked: ["wl_b", "wl_c"] });
  expect((await within(["wl_a", "wl_b"], { until: ALL[2]! })).ids).toEqual(["wl_a_ana", "wl_a_bo", "wl_b_ana"]);
});
