import { expect, test } from "vitest";
import type { Reading } from "../../src/kinds/kind.ts";
import { readOff } from "./readings.ts";

test("a reading gets an operation's fields from a body, as the service's caller provides them", () => {
  const reading = function* (): Reading<unknown> {
    const answer = yield { operation: "user.info", values: { user_id: "7012" } };
    return answer.ok ? { ok: true, value: answer.value.facts } : answer;
  };
  const { seen } = readOff(reading(), [{ code: 0, data: { user: { nickname: "Maria", unique_id: "@maria" } } }]);
  expect(seen).toEqual({ ok: true, value: { name: "Maria", handle: "maria" } });
});
