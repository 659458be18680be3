import { expect, test, vi } from "vitest";
import { ok } from "../../../core/result.ts";
import { operationNamed } from "../../../../test/support/readings.ts";
import { identified } from "./identified.ts";

const named = { kind: "live", params: { handle: "maria" } };

test("without a call to spare a handle waits", async () => {
  expect(
    await identified(named, null, { operation: async (name) => operationNamed(name), ask: async () => null }),
  ).toEqual(ok({ handle: "maria" }));
});

test("without a configured operation a handle is rejected with advice", async () => {
  const ask = vi.fn<() => Promise<null>>();
  const found = await identified(named, null, { operation: async () => null, ask });
  expect(found).toMatchObject({
    ok: false,
    error: {
      errors: [{ pointer: "/params/handle", message: expect.stringMatching(/userId or roomId.*user\.resolve/) }],
    },
  });
  expect(ask).not.toHaveBeenCalled();
});

test("a resolved target is not resolved again", async () => {
  const ask = vi.fn<() => Promise<null>>();
  const params = { roomId: "7100", handle: "maria" };
  expect(
    await identified({ kind: "live", params }, null, { operation: async (name) => operationNamed(name), ask }),
  ).toEqual(ok(params));
  expect(ask).not.toHaveBeenCalled();
});
