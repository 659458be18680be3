import { spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-run-"));
  await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  await file(
    "vitest.config.ts",
    'export default { test: { isolate: false, maxWorkers: 1, fileParallelism: false, include: ["*.test.ts"] } };',
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => writeFile(join(folder, name), text);
const named = (name: string, body: string) =>
  file(
    `${name}.test.ts`,
    `import { expect, test } from "vitest";\ntest("${name}", async () => {\n${body}\nexpect(1).toBe(1);\n});`,
  );

/** All that `npm test` says of the tests in the folder, and how it ends. */
function run() {
  const args = [resolve("tools/test.ts"), "--root", folder, "--config", join(folder, "vitest.config.ts")];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { lines: stdout.trim().split("\n"), status };
}

test("a file whose process crashes is named and fails alone: those after it still run", async () => {
  for (const name of ["a", "c", "d"]) await named(name, "");
  await named("b", 'process.kill(process.pid, "SIGKILL"); await new Promise(() => undefined);');
  const { lines, status } = run();
  expect([lines.at(-1), status]).toEqual(["3 passed, 1 failed", 1]);
  expect(lines.filter((line) => line.startsWith("crashed: "))).toEqual(["crashed: b.test.ts"]);
});

test.runIf(process.env["LONG"])("a file that does not load has failed", async () => {
  await named("a", "");
  await file("b.test.ts", 'throw new Error("it does not load");');
  expect(run().lines.at(-1)).toBe("1 passed, 1 failed");
});
