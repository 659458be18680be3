import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf } from "./queue-sender.ts";

test("parts keep order, lose nothing, and respect the queue's limits", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 300 }), (sizes) => {
      const messages = sizes.map((size, index) => ({ index, text: "x".repeat(size) }));
      const parts = partsOf(messages);
      expect(parts.flat()).toEqual(messages);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(100);
        expect(JSON.stringify(part).length).toBeLessThan(256_000);
      }
    }),
    { numRuns: 30 },
  );
});
