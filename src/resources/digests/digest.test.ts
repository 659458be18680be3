import { expect, test } from "vitest";
import { digest, type Digest } from "./digest.ts";

const every = (count: number, enabled = true): Digest[] =>
  Array.from({ length: count }, () => ({ enabled, schedule: "* * * * *" }) as Digest);

test("all digests together come ten times a minute at the most; where more are there already none need go", () => {
  expect(digest.together!(every(10), [])).toBeNull();
  expect(digest.together!(every(11), every(10))).toMatchObject({ pointer: "/schedule" });
  expect(digest.together!(every(11), every(11))).toBeNull();
  expect(digest.together!(every(12), every(11))).toMatchObject({ pointer: "/schedule" });
  expect(digest.together!([...every(10), ...every(5, false)], [])).toBeNull();
});
