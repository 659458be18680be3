import { expect, test } from "vitest";
import { oneByOne } from "../../host/runtime/one-by-one.ts";

test("one starts when the one before has ended, well or not, and each gets its own answer", async () => {
  const log: string[] = [];
  const run = oneByOne(async (name: string) => {
    log.push(`${name} starts`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
    if (name === "bad") throw new Error("bad");
    return name;
  });
  const all = await Promise.allSettled(["first", "bad", "last"].map(run));
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(all[2]).toMatchObject({ value: "last" });
  expect(log).toEqual(["first", "bad", "last"].flatMap((name) => [`${name} starts`, `${name} ends`]));
});
