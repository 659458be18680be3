import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { lackingBuiltIns } from "../../host/pack/tool.ts";
import { oldestNode } from "../support/oldest-node.ts";

let code: string;
beforeAll(async () => (code = await lackingBuiltIns()));

/** The libraries of types that the code is checked against. */
const libraries = (): string[] =>
  /"lib": \[([^\]]+)\]/.exec(readFileSync("tsconfig.json", "utf8"))![1]!.match(/[\w.]+/g)!;

const FOLDER = "node_modules/@typescript/typescript-*/lib";

/** The files of a library, with those that it refers to. */
function filesOf(name: string): string[] {
  const [file] = globSync(`${FOLDER}/lib.${name}.d.ts`);
  const references = [...readFileSync(file!, "utf8").matchAll(/<reference lib="(es20[\w.]+)"/g)];
  return [file!, ...references.flatMap(([, other]) => filesOf(other!))];
}

const INTERFACE = /^interface (\w+?)(?:Constructor)?(?:<[^{]*>)? (?:extends [^{]+)?\{\n([\s\S]*?)^\}/gm;
const MEMBER = /^ {4}(\w+)\??[<(]/gm;

/** Every function that the types have, such as `Map.groupBy`. */
function builtIns(): string[] {
  const files = [...new Set(libraries().flatMap(filesOf))];
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(INTERFACE)].flatMap(([, name, body]) =>
      [...body!.matchAll(MEMBER)].map(([, member]) => `${name!}.${member!}`),
    ),
  );
  return [...new Set(found)];
}

/** Prints those whose object exists and that are neither its own nor its prototype's. */
const MISSING = `
const missing = JSON.parse(require("node:fs").readFileSync(0, "utf8")).filter((one) => {
  const [name, member] = one.split(".");
  const of = globalThis[name];
  if (typeof of !== "function" && name !== "Atomics" && name !== "Intl" && name !== "Math") return false;
  return member !== "new" && !(member in of) && !(of.prototype && member in of.prototype);
});
console.log(JSON.stringify(missing));`;

test("the oldest Node.js has every built-in that the types allow, with what the packed tool adds", () => {
  const all = builtIns();
  expect(all.length).toBeGreaterThan(300);
  expect(all).toEqual(expect.arrayContaining(["Map.groupBy", "Array.toSorted", "Promise.withResolvers"]));
  const { stdout, stderr } = spawnSync(oldestNode(), ["-e", code + MISSING], {
    input: JSON.stringify(all),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([]);
});

/** The built-ins of a world without any of its own. */
const world = () =>
  runInNewContext(
    `delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers; delete URL.parse; ${code}; ({ Map, Object, Promise, URL })`,
    { URL: class extends URL {} },
  ) as { Map: typeof Map; Object: typeof Object; Promise: typeof Promise; URL: typeof URL };

test("what the packed tool adds does what the built-ins do", async () => {
  const own = world();
  expect(own.Map.groupBy).not.toBe(Map.groupBy);
  const key = fc.constantFrom<unknown>("a", "1", "__proto__", 1, 0, -0, NaN, null, undefined);
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const byIndex = (_item: unknown, index: number) => keys[index];
      expect([...own.Map.groupBy(keys, byIndex)].map(([one, all]) => [one, [...all]])).toEqual([
        ...Map.groupBy(keys, byIndex),
      ]);
      const name = (item: unknown) => item as string;
      expect(Object.entries(own.Object.groupBy(keys, name)).map(([one, all]) => [one, [...all!]])).toEqual(
        Object.entries(Object.groupBy(keys, name)),
      );
    }),
    { numRuns: 200 },
  );
  const symbol = Symbol("s");
  expect(own.Object.groupBy([1], () => symbol)[symbol]).toHaveLength(1);
  const { promise, resolve } = own.Promise.withResolvers<number>();
  resolve(7);
  expect(await promise).toBe(7);
  const { promise: refused, reject } = own.Promise.withResolvers();
  reject(new Error("no"));
  await expect(refused).rejects.toThrow("no");
});
