import { describe, expect, it } from "vitest";
import { drive } from "./testing/driver.ts";
import { hashtagRows } from "./testing/hashtag-rows.ts";
import { productRows } from "./testing/product-rows.ts";
import { rankingRows } from "./testing/ranking-rows.ts";
import type { Kind, Row } from "./testing/shape-row.ts";

const simulator = drive();
const sweep = <T>(inputs: T[], read: (input: T) => Promise<{ json(): unknown }>): Promise<unknown[]> =>
  Promise.all(inputs.map(async (input) => (await read(input)).json()));
const numbers = (count: number): number[] => Array.from({ length: count }, (_none, index) => index + 1);

const operations: [name: string, rows: Row[], answers: Promise<unknown[]>][] = [
  [
    "product.home_by_category",
    productRows,
    sweep(numbers(12), (id) => simulator.callWith("/api/v1//product/home/by-category-id", { category_id: id })),
  ],
  [
    "live.ranking_list",
    rankingRows,
    sweep(numbers(60), (id) => simulator.call(`/api/v1//live/ranking/list?room_id=${id}&user_id=${7000 + id}`)),
  ],
  [
    "search.hashtag",
    hashtagRows,
    sweep(["cats", "fyp", "food", "Tanz"], (keyword) =>
      simulator.call(`/api/v1//search/hashtag?keyword=${keyword}&region=US&offset=0&count=50`),
    ),
  ],
];

describe.each(operations)("%s", (_name, rows, answers) => {
  it.each(rows)("%s is %s", async (path, kind, isOptional) => {
    const found = (await answers).flatMap((answer) => valuesAt(answer, path));
    const present = found.filter((value) => value !== undefined);
    const kinds = [kind].flat();
    expect(present.length).toBeGreaterThan(0);
    for (const value of present)
      expect(
        kinds.some((one) => isA(one, value)),
        JSON.stringify(value),
      ).toBe(true);
    if (kinds.length > 1)
      for (const one of kinds)
        expect(
          present.some((value) => isA(one, value)),
          one,
        ).toBe(true);
    if (isOptional && !isInsideOptional(path)) expect(found.length).toBeGreaterThan(present.length);
    if (!isOptional) expect(found).toHaveLength(present.length);
  });
});

/** Inside an optional object, the absence of the object itself shows that its fields are optional. */
function isInsideOptional(path: string): boolean {
  return /(gap_desc|bonus_time|class_info|entranceIcon)\./.test(path);
}

/** Returns every value at a path; undefined where an existing object lacks the last step. */
function valuesAt(root: unknown, path: string): unknown[] {
  let values: unknown[] = [root];
  const steps = path.replaceAll("[]", ".[]").split(".");
  for (const [index, step] of steps.entries()) {
    values = values.flatMap((value): unknown[] => {
      if (step === "[]") return Array.isArray(value) ? value : [];
      if (typeof value !== "object" || value === null) return [];
      if (step === "*") return Object.values(value);
      const next = (value as Record<string, unknown>)[step];
      return next === undefined && index < steps.length - 1 ? [] : [next];
    });
  }
  return values;
}

function isA(kind: Kind, value: unknown): boolean {
  if (kind === "null") return value === null;
  if (kind === "array") return Array.isArray(value);
  if (kind === "string[]")
    return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
  if (kind === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return kind === "integer" ? Number.isInteger(value) : typeof value === kind;
}
