import { expect, test } from "vitest";
import { answered } from "../../../test/support/messages.ts";
import { template } from "./kind.ts";

test.each<[number | null, string]>([
  [200, "sent"],
  [202, "sent"],
  [302, "later"],
  [400, "reformat"],
  [401, "later"],
  [404, "later"],
  [410, "gone"],
  [413, "reformat"],
  [429, "later"],
  [500, "later"],
  [null, "later"],
])("an answer of %s means %s", (status, kind) => {
  expect(template.judge(answered(status), { edit: null, plain: false }).kind).toBe(kind);
});

test("a refused token or address waits for a person", () => {
  const fix = (status: number) => {
    const outcome = template.judge(answered(status), { edit: null, plain: false });
    return outcome.kind === "later" ? outcome.fix : null;
  };
  expect([fix(401), fix(403), fix(404), fix(429)]).toEqual(["token", "token", "address", undefined]);
});
