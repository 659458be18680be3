import { expect, test } from "vitest";
import { AT, MINUTE, reading, watched } from "../../../test/support/batch-reading.ts";
import { CALM } from "../../core/drift-detector.ts";
import { NO_ANSWERS } from "./operations-within.ts";
import { judgeUpstream } from "./upstream.ts";

/** Reads creators who are all live: some were off, the others on before. Returns whose change waits. */
async function heldOf(starting: number, rest: number, slot: number | null = 0): Promise<number> {
  const targets = Array.from({ length: starting + rest }, (_, n) =>
    watched(String(n + 1), n < starting ? null : AT - 5 * MINUTE),
  );
  const { seen } = await reading(targets);
  const batch = { tick: AT, slot, batches: 1, grant: 9, careful: false, targets: [] };
  const { held } = judgeUpstream(
    batch,
    seen,
    { gate: null, watch: CALM, breakers: {} },
    { answers: NO_ANSWERS, account: null },
  );
  return held.size;
}

test.each([
  [3, 3, 3],
  [3, 4, 0],
  [4, 4, 4],
  [2, 0, 0],
  [3, 0, 3],
])("if %i go live at once and %i stay live, %i starts wait for another poll", async (starting, rest, held) => {
  expect(await heldOf(starting, rest)).toBe(held);
});

test("in a poll that a person requested, no start waits", async () => {
  expect(await heldOf(3, 0, null)).toBe(0);
});
