import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { healthChecks } from "../../host/cli/health-check.ts";
import { NO_DATABASE } from "../../host/deploy/project.ts";
import { databasePath } from "../../host/runtime/database.ts";
import { addressBits, platformProblem } from "../../host/runtime/platform.ts";
import { lineWithoutName } from "../../host/runtime/settings-file.ts";
import { COMPILED } from "../support/compiled.ts";

const root = mkdtempSync(join(tmpdir(), "tallylight-doctor-"));
let answer: { status: number; body: unknown };
let server: Server;
beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(answer.status).end(JSON.stringify(answer.body)));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
function state(files: Record<string, string> = {}): string {
  const folder = join(root, String(++folders));
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function run(args: string[], env: Record<string, string>): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"]!, HOME: root, PORT: "0", SIM_PORT: "0", ...COMPILED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => child.on("close", (status) => done({ status, output })));
}

const TOOL = `import(${JSON.stringify(pathToFileURL("host/cli/main.ts").href)}).then(({ main }) => main(["doctor"]))`;
const doctor = (env: Record<string, string>) => run(["-e", TOOL], env);

const databaseIn = databasePath("", NO_DATABASE);

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    "a line without = in the settings",
    () => ({ TALLYLIGHT_STATE: state({ "tallylight.env": "# mine\nLANGUAGE de\n" }) }),
    /line 2 has no "="/,
  ],
  [
    "secrets that are cut off",
    () => ({ TALLYLIGHT_STATE: state({ "secrets.json": '{"ADMIN_' }) }),
    /secrets\.json can't be read \(it is not JSON\)/,
  ],
  [
    "a database that is damaged",
    () => ({ TALLYLIGHT_STATE: state({ [databaseIn]: "no database".repeat(999) }) }),
    /is damaged/,
  ],
  ...(process.env["LONG"]
    ? ([
        [
          "a proxy that is no address",
          () => ({ TALLYLIGHT_STATE: state(), TRUSTED_PROXIES: "proxy.example" }),
          /TRUSTED_PROXIES/,
        ],
      ] as [string, () => Record<string, string>, RegExp][])
    : []),
  ...(process.env["LONG"] && process.platform === "linux"
    ? ([["a folder that takes nothing", () => ({ TALLYLIGHT_STATE: "/proc/tallylight" }), /\/proc\/?/]] as const).map(
        (one) => [...one] as [string, () => Record<string, string>, RegExp],
      )
    : []),
])("%s is refused by a start, and found by the doctor", async (_name, prepared, sentence) => {
  const env = prepared();
  const [found, started] = await Promise.all([doctor(env), run(["host/start.ts"], env)]);
  expect(found.status).toBe(1);
  expect(
    found.output
      .split("\n")
      .filter((line) => line.startsWith("✗"))
      .join("\n"),
  ).toMatch(sentence);
  expect(started.output).toMatch(sentence);
  expect(started.output).not.toMatch(/ {4}at /);
  expect(started.status).toBe(1);
});

test("the doctor repeats the reasons of a running instance, and fails where nothing is polled", async () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = state({ "host.json": JSON.stringify({ pid: process.pid, version: "0.0.0", base }) });
  const checked = async (status: number, reasons: string[]) => {
    answer = { status, body: { status: "degraded", reasons } };
    return doctor({ TALLYLIGHT_STATE: folder });
  };
  expect((await checked(200, [])).status).toBe(0);
  const failing = await checked(200, ["upstream_failing", "behind"]);
  expect(failing.output).toContain(
    "✗ Health: The service isn't responding (upstream_failing). All recent checks failed. Check that",
  );
  expect(failing.output).toContain("! Health: Alerts are delayed (behind).");
  expect(failing.status).toBe(1);
  if (!process.env["LONG"]) return;
  expect(await checked(200, ["channel_failing"])).toMatchObject({ status: 0 });
  expect(await checked(503, ["schema"])).toMatchObject({
    status: 1,
    output: expect.stringContaining("(schema)") as string,
  });
});

test("a refused operation is not named, and a reason of a newer version fails nothing", () => {
  const [, refused, unknown] = healthChecks(
    "http://a",
    200,
    JSON.stringify({ reasons: ["upstream_refused", "from_later"] }),
  );
  expect(refused).toMatchObject({
    is: expect.stringMatching(/^An operation is refused .*refuses an operation,/) as string,
    minor: true,
  });
  expect(unknown).toMatchObject({ is: "from_later", minor: true });
  for (const text of ["<html>", "null", "{}", '{"reasons":1}'])
    expect(healthChecks("http://a", 200, text)).toEqual([
      {
        what: "Health",
        is: "http://a/healthz answers 200",
        fix: "Another program answers at http://a: stop it, or restart Tallylight.",
      },
    ]);
});

test("a line without a name is found, whatever stands in quotes and comments", () => {
  for (const text of [
    "",
    "\n\n",
    "A=1",
    "export A=1",
    "# a comment\nA=1\r\nB = 2",
    'A="x\ny\nz"\nB=1',
    "A='{\n}'\n",
    "A=`\n`",
    "A=x#y",
    "\uFEFFA=1",
    "A=\"it's\"\nB='\"'",
  ])
    expect([text, lineWithoutName(text)]).toEqual([text, null]);
  expect(lineWithoutName("A=1\nB")).toBe(2);
  expect(lineWithoutName("A=1\r\n\r\nB 1\r\n")).toBe(3);
  expect(lineWithoutName('A="x\ny"\nnothing\nB=1')).toBe(3);
  expect(lineWithoutName("=1")).toBe(1);
});

test("a machine that can't run the runtime is told apart from one that can", () => {
  const machine = { platform: "linux", arch: "arm64", glibc: "2.36", addressBits: 48 };
  expect(platformProblem(machine)).toBeNull();
  expect(platformProblem({ ...machine, glibc: "2.35" })).toBeNull();
  expect(platformProblem({ ...machine, glibc: "3.0" })).toBeNull();
  expect(platformProblem({ ...machine, addressBits: null })).toBeNull();
  expect(platformProblem({ ...machine, glibc: "2.31" })?.is).toBe("glibc is 2.31, and 2.35 is needed");
  expect(platformProblem({ ...machine, glibc: null })?.is).toMatch(/no glibc/);
  expect(platformProblem({ ...machine, addressBits: 39 })?.fix).toMatch(/VA_BITS=48/);
  expect(platformProblem({ ...machine, arch: "x64", addressBits: 39 })).toBeNull();
  expect(platformProblem({ platform: "darwin", arch: "arm64", glibc: null, addressBits: null })).toBeNull();
  const maps = (end: string) =>
    `00400000-00452000 r-xp 00000000 08:02 173521 /usr/bin/node\n${end} rw-p 00000000 00:00 0 [stack]\n`;
  expect(addressBits(maps("7ffffde000-7ffffff000"))).toBe(39);
  expect(addressBits(maps("ffffe5fe0000-ffffe6001000"))).toBe(48);
  expect(addressBits("")).toBeNull();
});
