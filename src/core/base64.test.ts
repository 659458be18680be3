import fc from "fast-check";
import { expect, test } from "vitest";
import { toBase64 } from "./base64.ts";

test("any bytes are base64, as Node writes it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(1, 100), (bytes, times) => {
      const whole = new Uint8Array(Buffer.concat(Array.from({ length: times }, () => bytes)));
      expect(toBase64(whole)).toBe(Buffer.from(whole).toString("base64"));
    }),
  );
});
