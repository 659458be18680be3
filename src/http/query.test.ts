import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { cursorOf, pageOf } from "./query.ts";

test("a cursor holds any name in any script and is safe in a URL", () => {
  const key = () => z.tuple([z.int(), z.string()]);
  fc.assert(
    fc.property(fc.tuple(fc.integer(), fc.oneof(fc.string({ unit: "binary" }), fc.string())), (one) => {
      const cursor = cursorOf(one);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(pageOf({ cursor }, key).after).toEqual(one);
    }),
  );
});
