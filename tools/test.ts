// Runs all tests. The last line tells how many passed and failed, the line before it what was skipped and why. A file
// whose process crashes has failed; another process runs the files that are left. --set NAME=VALUE sets a variable for
// the tests on every platform.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { chromiumPath } from "../test/support/browser.ts";
import type { Files } from "./test-files.ts";

const folder = mkdtempSync(join(tmpdir(), "tallylight-test-"));
const [report, noted] = [join(folder, "report.json"), join(folder, "files.json")];
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const provided = process.argv.slice(2);
for (let at = provided.indexOf("--set"); at !== -1; at = provided.indexOf("--set")) {
  const [name = "", value = ""] = provided.splice(at, 2)[1]?.split("=") ?? [];
  process.env[name] = value;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
}

function read<T>(path: string, otherwise: T): T {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return otherwise;
  } finally {
    rmSync(path, { force: true });
  }
}

const NOTHING: Report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 0 };
const NO_FILES: Files = { planned: [], started: [], ended: [] };

/** Runs the requested tests without the excluded files. */
function run(excluded: string[]) {
  const reporters = ["default", "json", join(import.meta.dirname, "test-files.ts")];
  const args = ["run", ...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${report}`, ...provided];
  const without = excluded.flatMap((file) => [
    "--exclude",
    `**/${relative(process.cwd(), file).replaceAll("\\", "/")}`,
  ]);
  const env = { ...process.env, TEST_FILES: noted };
  const { status } = spawnSync(process.execPath, [vitest, ...args, ...without], { stdio: "inherit", env });
  const counts = read(report, NOTHING);
  const { planned, started, ended } = read(noted, NO_FILES);
  const crashed = started.filter((file) => !ended.includes(file));
  // A file that does not load counts as failed, although none of its tests ran.
  const unnamed = counts.numFailedTests > 0 || status === 0 ? 0 : counts.numFailedTestSuites;
  const failed = Math.max(counts.numFailedTests + unnamed + crashed.length, status === 0 ? 0 : 1);
  const left = planned.filter((file) => !ended.includes(file) && !crashed.includes(file));
  return { counts, failed, done: [...ended, ...crashed], crashed, left };
}

const total = { passed: 0, failed: 0, skipped: 0 };
const crashed: string[] = [];
for (const done: string[] = []; ;) {
  const { counts, ...ran } = run(done);
  total.passed += counts.numPassedTests;
  total.failed += ran.failed;
  total.skipped += counts.numPendingTests;
  done.push(...ran.done);
  crashed.push(...ran.crashed);
  if (ran.crashed.length === 0 || ran.left.length === 0) break;
  console.log(`${ran.left.length} files were left by a process that crashed: they run now`);
}
rmSync(folder, { recursive: true, force: true });

for (const file of crashed) console.log(`crashed: ${relative(process.cwd(), file)}`);
if (total.skipped > 0 && chromiumPath !== undefined)
  console.log(`${total.skipped} dear tests were left to the long run: npm run test:long`);
if (total.skipped > 0 && chromiumPath === undefined) {
  console.log(`${total.skipped} tests were skipped, most of them because no Chromium was found.`);
  console.log("To run them: apt-get install chromium, or set CHROMIUM to the path of a Chromium or Chrome.");
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
