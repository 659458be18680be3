// All tests; the last line says how many passed and failed, the line before it what was skipped, and why.
// --set NAME=VALUE sets a variable for them, on every platform.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "../test/support/browser.ts";

const folder = mkdtempSync(join(tmpdir(), "tallylight-test-"));
const report = join(folder, "report.json");
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const given = process.argv.slice(2);
for (let at = given.indexOf("--set"); at !== -1; at = given.indexOf("--set")) {
  const [name = "", value = ""] = given.splice(at, 2)[1]?.split("=") ?? [];
  process.env[name] = value;
}
const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...given];
const { status } = spawnSync(process.execPath, [vitest, ...args], { stdio: "inherit" });

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
}

let counts: Report;
try {
  counts = JSON.parse(readFileSync(report, "utf8")) as Report;
} catch {
  counts = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numFailedTestSuites: 1 };
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// A file that does not load has failed, though none of its tests ran.
const failed =
  counts.numFailedTests === 0 && status !== 0 ? Math.max(1, counts.numFailedTestSuites) : counts.numFailedTests;
const { numPendingTests: skipped } = counts;
if (skipped > 0 && chromiumPath !== undefined)
  console.log(`${skipped} dear tests were left to the long run: npm run test:long`);
if (skipped > 0 && chromiumPath === undefined) {
  console.log(`${skipped} tests were skipped, most of them because no Chromium was found.`);
  console.log("To run them: apt-get install chromium, or set CHROMIUM to the path of a Chromium or Chrome.");
}
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 || counts.numPassedTests === 0 ? 1 : 0;
