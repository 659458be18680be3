import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { failureWords } from "../../host/failure.ts";
import { COMPILED } from "../support/compiled.ts";

const folder = mkdtempSync(join(tmpdir(), "tallylight-failure-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (args: string[], env: Record<string, string> = {}) => {
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { PATH: process.env["PATH"]!, HOME: folder, ...COMPILED, ...env },
  });
  return { status, stderr };
};

const url = (file: string): string => JSON.stringify(pathToFileURL(file).href);

const SENTENCE =
  /^Tallylight failed unexpectedly \(.+\): repeat the command with TALLYLIGHT_DEBUG=1 to see where it failed, and report those lines\.\n$/;

/** A built-in that is broken as no code expects. */
const broken = join(folder, "broken.cjs");
writeFileSync(
  broken,
  'require("node:fs").accessSync = require("node:fs").existsSync = () => { throw new TypeError("a bug\\nof ours"); };',
);

test.each([
  ["the tool", ["-e", `import(${url("host/cli/main.ts")}).then(({ main }) => main(["doctor"]))`]],
  ["npm start", ["host/start.ts"]],
  ["npm run backup", ["host/backup.ts", join(folder, "one.gz")]],
  ["npm run restore", ["host/restore.ts", join(folder, "one.gz")]],
])("%s ends with 1 and one sentence after an error that nobody expected", (_name, args) => {
  const { status, stderr } = node(["--require", broken, ...args], { TALLYLIGHT_STATE: join(folder, "state") });
  expect(stderr).toMatch(SENTENCE);
  expect(stderr).toContain("a bug");
  expect(status).toBe(1);
});

test.each([
  "Promise.reject(new Error('late'))",
  "setTimeout(() => { throw new Error('late'); })",
  "throw new Error('late')",
])("%s ends a script with 1, and the stack only when asked for", (code) => {
  const script = `import(${url("host/failure.ts")}).then(({ watchFailures }) => { watchFailures(); ${code}; })`;
  const { status, stderr } = node(["-e", script]);
  expect(stderr).toMatch(SENTENCE);
  expect(status).toBe(1);
  const traced = node(["-e", script], { TALLYLIGHT_DEBUG: "1" });
  expect(traced.stderr).toMatch(/failed unexpectedly \(late\)\.\nError: late\n {4}at /);
  expect(traced.status).toBe(1);
});

test("whatever is thrown has a sentence of its own", () => {
  for (const thrown of [
    null,
    undefined,
    "",
    "text",
    0,
    {},
    new Error(""),
    new TypeError("x\ny"),
    new Error("x".repeat(9999)),
  ]) {
    const words = `${failureWords(thrown, {})}\n`;
    expect(words).toMatch(SENTENCE);
    expect(words.length).toBeLessThan(500);
  }
});
