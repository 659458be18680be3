import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { npmScript } from "../../host/deploy/wrangler.ts";
import { hostVariables } from "../../host/runtime/variables.ts";
import { COMPILED } from "../support/compiled.ts";

const root = mkdtempSync(join(tmpdir(), "tallylight-words-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.runIf(process.platform === "linux")("a service that can't be installed leaves no file, or the one before", () => {
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "systemctl"), "#!/bin/sh\necho no bus >&2\nexit 1\n");
  chmodSync(join(bin, "systemctl"), 0o755);
  const code = `process.argv[1] = "/opt/tallylight.js"; import(${JSON.stringify(pathToFileURL("host/cli/main.ts").href)}).then(({ main }) => main(["service", "install"]))`;
  const install = () =>
    spawnSync(process.execPath, ["-e", code, "x"], {
      encoding: "utf8",
      env: { PATH: `${bin}:${process.env["PATH"]!}`, HOME: root, TALLYLIGHT_STATE: join(root, "state"), ...COMPILED },
    });
  const unit = join(root, ".config/systemd/user/tallylight.service");
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining("no bus") as string });
  expect(existsSync(unit)).toBe(false);
  writeFileSync(unit, "before");
  expect(install().status).toBe(1);
  expect(readFileSync(unit, "utf8")).toBe("before");
});

test("an argument of npm start is refused, not ignored", () => {
  const started = spawnSync(process.execPath, ["host/start.ts", "--port", "9000"], { encoding: "utf8" });
  expect(started).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("PORT=9000") as string });
});

test.runIf(process.platform !== "win32")("npm is found where only its command is on PATH", () => {
  const [bin, package_] = [join(root, "path"), join(root, "elsewhere/npm/bin")];
  for (const folder of [bin, package_]) mkdirSync(folder, { recursive: true });
  const script = join(package_, "npm-cli.js");
  writeFileSync(script, "");
  const node = join(root, "nowhere/bin/node");
  expect(npmScript({ PATH: bin }, node)).toBeUndefined();
  symlinkSync(script, join(bin, "npm"));
  expect(npmScript({ PATH: `/nowhere:${bin}` }, node)).toBe(script);
});

test("a port of any length is refused in plain words", () => {
  for (const port of ["65536", "9".repeat(400), "-1", "80.5", "abc"])
    expect(() => hostVariables({ PORT: port })).toThrow(/^PORT must be (a port number, )?at most 65535$/);
});

test("a checkout says which Node.js it needs, before it reads a script", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const name of ["start", "test", "dev", "bench", "deploy", "backup", "restore"])
    expect(scripts[name]).toMatch(/^node --require \.\/host\/oldest-node\.cjs /);
  const old = join(root, "old.cjs");
  writeFileSync(
    old,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });',
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--require", old, "--require", resolve("host/oldest-node.cjs"), "host/start.ts"],
    { encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(
    /^This checkout needs Node\.js 22\.18 or newer, and this is 20\.20\.2: run `npm ci` [^\n]*\n$/,
  );
});

test("all benchmarks load, and one that nobody has is refused with their names", () => {
  const { status, stderr } = spawnSync(process.execPath, ["bench/run.ts", "--only", "nothing"], { encoding: "utf8" });
  expect(stderr).toMatch(/^no benchmark is called "nothing"; there are: adaptive, alerts, [a-z, ]+\n$/);
  expect(status).toBe(1);
});
