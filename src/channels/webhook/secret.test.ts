import { expect, test } from "vitest";
import { secretBytes, secretOf } from "./secret.ts";

const bytes = (count: number) => Uint8Array.from({ length: count }, (_, n) => n);

test.each([
  [23, false],
  [24, true],
  [32, true],
  [64, true],
  [65, false],
  [66, false],
])("a secret of %i bytes is one: %s", (count, taken) => {
  expect(secretBytes(secretOf(bytes(count)))).toEqual(taken ? bytes(count) : null);
});

const base64 = Buffer.from(bytes(32)).toString("base64");

test.each([
  ["no prefix", base64],
  ["another prefix", `sk_${base64}`],
  ["no padding", `whsec_${base64.replaceAll("=", "")}`],
  ["characters of base64url", `whsec_${"-_".repeat(22)}`],
  ["a space", `whsec_${base64.slice(0, 20)} ${base64.slice(21)}`],
  ["bits beyond its bytes", `whsec_${base64.replace(/.=$/, "9=")}`],
])("%s is no secret", (_, secret) => {
  expect(secretBytes(secret)).toBeNull();
});
