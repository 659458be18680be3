import { expect, test, vi } from "vitest";
import { operationNamed } from "../../../../test/support/readings.ts";
import { ok } from "../../../core/result.ts";
import { formOfKind, type Target } from "./form.ts";
import { identified, target } from "./target.ts";

const before = {
  id: "tgt_1",
  kind: "live",
  name: "Maria",
  watchlistId: "wl_1",
  params: { userId: "7012" },
  timezone: null,
  enabled: true,
  lastOkAt: 77,
  ...ownOf("7012"),
};

function ownOf(userId: string) {
  return { identity: target.key({ watchlistId: "", kind: "live", params: { userId } })[2] as string, alias: null };
}

/** The target's own columns after a change. */
async function settled(more: Partial<Target>): Promise<object> {
  const form = { ...before, ...more };
  const tools = { upstream: { operation: async () => null, ask: async () => null } };
  const found = await target.validated!({ id: "tgt_1", form, before: before as never, given: {} }, tools as never);
  return found.ok ? found.value.own : {};
}

test("after a change of time zone the confidence of the next start is unknown", async () => {
  expect(await settled({ name: "M" })).not.toHaveProperty("expectedConfidence");
  expect(await settled({ timezone: "Asia/Tokyo" })).toMatchObject({ expectedConfidence: null });
  expect(await settled({ watchlistId: "wl_2" })).toMatchObject({ expectedConfidence: null });
});

test("pausing or enabling a target stores its last successful poll", async () => {
  expect(await settled({ name: "M" })).not.toHaveProperty("lastOkAt");
  expect(await settled({ enabled: false })).toMatchObject({ lastOkAt: 77 });
});

test("another creator starts without state", async () => {
  expect(await settled({ params: { userId: "7013" } })).toMatchObject({ state: null, lastOkAt: null, past: null });
});

test("if the minimum interval exceeds the default, it becomes the default", () => {
  const reported = { kind: "live", name: "Maria", params: { userId: "7012" } };
  expect([1, 300].map((least) => formOfKind("live", least).parse(reported)["intervalSeconds"])).toEqual([60, 300]);
});

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
