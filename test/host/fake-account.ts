import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
// It runs in the folder in which it is loaded, which must not be one that is deleted.
import "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { runDeploy } from "../../host/deploy/run.ts";
import { COMPILED } from "../support/compiled.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { fakeWrangler, type Account } from "./fake-wrangler.ts";

/** Secrets that a person gives. */
export const SECRET = {
  ADMIN_TOKEN: "given_admin_token_0123456789abcdef0123456789",
  UPSTREAM_USERNAME: "someone-secret",
  UPSTREAM_PASSWORD: "a-very-secret-password",
};
/** All that a first deployment needs. */
export const UPSTREAM = { UPSTREAM_BASE_URL: "https://api.example.com", ...SECRET };

interface Ended {
  code: number | null;
  output: string;
}

/** A copy of what a deployment reads, and a fake account beside it, for each test anew. */
export function fakeAccount() {
  let folder: string;
  let worker: TestServer;
  /** What no test changes. */
  let lasting: string[];

  // One path for all tests: Node.js caches compiled modules by their path.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tallylight-deploy-"));
    for (const one of ["package.json", "package-lock.json", "migrations", "host", "tools"])
      await cp(one, join(folder, one), { recursive: true });
    for (const one of ["src", "build", "packages", "node_modules"]) await symlink(resolve(one), join(folder, one));
    lasting = readdirSync(folder);
  });

  beforeEach(async () => {
    await cp("wrangler.toml", join(folder, "wrangler.toml"));
    worker = await serve((_request, _body, response) => void response.end('{"status":"ok","lastTickAt":null}'));
    const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
    await change({
      loggedIn: true,
      files,
      address: worker.url,
      databases: [],
      queues: [],
      migrations: {},
      failures: {},
    });
  });

  afterEach(async () => {
    await worker.close();
    for (const one of readdirSync(folder))
      if (!lasting.includes(one)) await rm(join(folder, one), { recursive: true, force: true });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const path = () => join(folder, "account.json");
  const account = async () => JSON.parse(await readFile(path(), "utf8")) as Account;
  async function change(some: Partial<Account>) {
    const before = existsSync(path()) ? await account() : { worker: null };
    await writeFile(path(), JSON.stringify({ ...before, ...some }));
  }
  const calls = async () =>
    (await readFile(join(folder, "calls.log"), "utf8").catch(() => ""))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { args: string[] }).args);

  /** Runs the command as a person does, in a process of its own that runs wrangler in others. */
  function deployAsProcess(env: Record<string, string> = {}, ...args: string[]): Promise<Ended> {
    const child = spawn(process.execPath, ["host/deploy.ts", ...args], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"]!,
        ...COMPILED,
        HOME: folder,
        TALLYLIGHT_WRANGLER: resolve("test/host/fake-wrangler.ts"),
        FAKE_ACCOUNT: folder,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((done) => child.on("close", (code) => done({ code, output })));
  }

  /** Runs the command in this process: loading wrangler, to read its configuration, takes most of a process's time. */
  async function deploy(env: Record<string, string> = {}, ...args: string[]): Promise<Ended> {
    let output = "";
    const print = (line: string) => void (output += `${line}\n`);
    const before = process.cwd();
    process.chdir(folder);
    try {
      const wranglerOf =
        () =>
        async (...provided: string[]) =>
          fakeWrangler(folder, provided, env);
      const code = await runDeploy({ args, env, wranglerOf, say: print, complain: print });
      return { code, output };
    } finally {
      process.chdir(before);
    }
  }
  return {
    path: (name: string) => join(folder, name),
    address: () => worker.url,
    account,
    change,
    calls,
    deploy,
    deployAsProcess,
  };
}
