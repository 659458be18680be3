import { expect, test } from "vitest";
import { digest, type Digest } from "./digest.ts";

const every = (count: number, enabled = true): Digest[] =>
  Array.from({ length: count }, () => ({ enabled, schedule: "* * * * *" }) as Digest);

test("all digests together are sent at most ten times a minute, and existing excess is tolerated", () => {
  expect(digest.validateAll!(every(10), [])).toBeNull();
  expect(digest.validateAll!(every(11), every(10))).toMatchObject({ pointer: "/schedule" });
  expect(digest.validateAll!(every(11), every(11))).toBeNull();
  expect(digest.validateAll!(every(12), every(11))).toMatchObject({ pointer: "/schedule" });
  expect(digest.validateAll!([...every(10), ...every(5, false)], [])).toBeNull();
});
