import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNTIMES } from "../../host/runtime/workerd-command.ts";
import { oldestNode } from "../support/oldest-node.ts";
import { until } from "../support/started.ts";

const run = promisify(execFile);

/** Packing, installing from the registry and three starts take a minute. The workflow of a release runs them too. */
const LONG = process.env["LONG"] !== undefined;

/** The only package beside the tool. */
const RUNTIME = RUNTIMES[`${process.platform}-${process.arch}`]!;

/** With the runtime, whose binary alone has 144 MB on Linux. */
const MOST_BYTES = 160_000_000;

let root: string;
let installed: string;
let host: ChildProcess | undefined;

/** What of a checkout `npm pack` reads. */
const PACKED_FROM = [
  "host",
  "tools",
  "src",
  "sim",
  "migrations",
  "docs",
  "package.json",
  "wrangler.toml",
  "LICENSE",
  "README.md",
];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "tallylight-package-"));
  const checkout = join(root, "checkout");
  await mkdir(checkout);
  for (const name of PACKED_FROM) await cp(name, join(checkout, name), { recursive: true });
  await symlink(resolve("node_modules"), join(checkout, "node_modules"), "junction");
  const began = Date.now();
  await run("npm", ["pack"], { cwd: checkout, shell: process.platform === "win32" });
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const tarball = join(checkout, `tallylight-${version}.tgz`);
  console.log(`packed in ${seconds(began)} s: ${kilobytes(statSync(tarball).size)} kB`);
  expect(await readFile(join(checkout, "package.json"), "utf8")).toBe(await readFile("package.json", "utf8"));
  installed = join(root, "installed", "node_modules");
  await installFromRegistry(tarball);
});

afterAll(async () => {
  host?.kill("SIGKILL");
  await rm(root, { recursive: true, force: true });
});

async function installFromRegistry(tarball: string): Promise<void> {
  const cwd = join(root, "installed");
  await mkdir(cwd);
  await writeFile(join(cwd, "package.json"), "{}");
  const began = Date.now();
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], {
    cwd,
    shell: process.platform === "win32",
  });
  console.log(`installed in ${seconds(began)} s: ${kilobytes(sizeOf(installed))} kB`);
}

const seconds = (since: number): string => ((Date.now() - since) / 1000).toFixed(1);
const kilobytes = (bytes: number): number => Math.round(bytes / 1000);

function sizeOf(folder: string): number {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((one) => one.isFile());
  return found.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
}

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

test.runIf(LONG)(
  "what npm installs is the tool and the runtime, of 160 MB at most, without install scripts",
  async () => {
    const packages = readdirSync(installed).filter((name) => !name.startsWith("."));
    expect(packages.toSorted()).toEqual(["@cloudflare", "tallylight"]);
    const runtime = await realpath(join(installed, RUNTIME));
    expect(sizeOf(join(installed, "tallylight")) + sizeOf(runtime)).toBeLessThanOrEqual(MOST_BYTES);
    for (const folder of [join(installed, "tallylight"), runtime]) {
      const { scripts = {} } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { scripts?: object };
      expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
    }
  },
);

/** How many deliveries the instance has, up to a page. */
async function deliveriesOf(token: string, opened: string): Promise<number> {
  const { origin } = new URL(/http:\/\/127\.0\.0\.1:\d+\/\?link=\S+/.exec(opened)![0]);
  const answer = await fetch(`${origin}/v1/deliveries?limit=200`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { items: unknown[] }).items.length;
}

test.runIf(LONG)("the packed tool starts, and its commands work with it", async () => {
  const { bin } = JSON.parse(await readFile(join(installed, "tallylight", "package.json"), "utf8")) as {
    bin: { tallylight: string };
  };
  const node = oldestNode();
  const script = join(installed, "tallylight", bin.tallylight);
  const state = join(root, "state");
  const env = { PATH: process.env["PATH"]!, HOME: root, TALLYLIGHT_STATE: state, PORT: "0", SIM_PORT: "0" };
  const tool = (...args: string[]): Ended => spawnSync(node, [script, ...args], { env, cwd: root, encoding: "utf8" });

  const start = async (): Promise<{ simulator: string; ended: Promise<number | null> }> => {
    const began = Date.now();
    let output = "";
    let stderr = "";
    const child = spawn(node, [script, "start"], { env, cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    host = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((done) => child.on("exit", (code) => done(code)));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    await until(() => /Inbox +http/.test(output) || child.exitCode !== null, "ready");
    expect(output).toMatch(/is ready/);
    expect(stderr).toBe("");
    console.log(`${spawnSync(node, ["--version"]).stdout.toString().trim()}: ready in ${seconds(began)} s`);
    return { simulator: /Inbox +(http:\S+)\/inbox/.exec(output)![1]!, ended };
  };

  const first = await start();
  const inbox = async () => (await (await fetch(`${first.simulator}/inbox.json`)).json()) as { text: string }[];
  await until(async () => (await inbox()).some(({ text }) => /is live/.test(text)), "an alert");

  // The history of the demo is thirty days of deliveries.
  const numbers = await deliveriesOf(tool("token", "Numbers").stdout.trim(), tool("open").stdout);
  expect(numbers).toBeGreaterThan(50);

  const link = /http:\/\/127\.0\.0\.1:\d+\/\?link=\S+/.exec(tool("open").stdout)![0];
  const signedIn = await fetch(link, { redirect: "manual" });
  expect(signedIn.status).toBeLessThan(400);
  const { origin } = new URL(link);

  const created = tool("token", "Bot", "--scopes", "read,write");
  expect(created).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\S+\n$/) as string });
  const headers = { authorization: `Bearer ${created.stdout.trim()}` };
  expect((await fetch(`${origin}/v1/targets`, { headers })).status).toBe(200);
  expect((await fetch(`${origin}/v1/tokens`, { headers })).status).toBe(403);

  const file = join(root, "creators.csv");
  await writeFile(file, "kind,name,userId\nlive,Zoe,998877\n");
  expect(tool("import", file)).toMatchObject({ status: 0, stdout: "1 created, 0 existing, 0 failed\n" });
  await writeFile(file, "kind,name,userId\nlive,Zoe,998877\nlive,Bad,abc\n");
  const again = tool("import", file);
  expect(again).toMatchObject({ status: 1, stdout: "0 created, 1 existing, 1 failed\n" });
  expect(again.stderr).toContain("line 3: userId");

  const doctor = tool("doctor");
  expect(doctor.stdout).toContain("/healthz answers 200");
  expect(doctor).toMatchObject({ status: 0, stderr: "" });

  expect(tool("backup", "one.gz")).toMatchObject({ status: 0 });
  expect(tool("restore", "one.gz", "--force")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("stop it first") as string,
  });
  const second = tool("start");
  expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining("running on") as string });

  host!.kill("SIGTERM");
  expect(await first.ended).toBe(process.platform === "win32" ? null : 0);
  expect(tool("restore", "one.gz", "--force")).toMatchObject({ status: 0 });
  const third = await start();
  host!.kill("SIGTERM");
  await third.ended;
});
