import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { TOKEN } from "../support/setting.ts";

// The package as its users have it: packed, unpacked, and imported by a program without types.

const run = promisify(execFile);

let folder: string;
let installed: string;
let api: RunningApi;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-client-"));
  installed = join(folder, "node_modules/tallylight-client");
  await mkdir(installed, { recursive: true });
  const shell = process.platform === "win32";
  await run("npm", ["pack", "--pack-destination", folder], { cwd: resolve("packages/client"), shell });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await run("tar", ["-xzf", join(folder, tarball!), "--strip-components=1", "-C", installed]);
  api = await runSqliteApi();
  server = await serve(async (request, text, response) => {
    const { method, url, headers } = request;
    const body = text === "" ? {} : { body: text };
    const sent = new Request(`http://api.test${url}`, { method: method!, headers: headers as HeadersInit, ...body });
    const answer = await api.send(sent);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
});
afterAll(async () => {
  await Promise.all([server?.close(), api?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test("it has compiled modules and their types, a README, and needs nothing else", async () => {
  const files = await readdir(installed, { recursive: true });
  expect(files).toEqual(expect.arrayContaining(["README.md", join("dist", "index.js"), join("dist", "index.d.ts")]));
  expect(files.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
});

test("a program without types uses it", async () => {
  const program = join(folder, "program.mjs");
  await writeFile(
    program,
    `import { createClient, TallylightError, verifyWebhook } from "tallylight-client";
     const api = createClient({ baseUrl: process.env.TALLYLIGHT_URL, token: process.env.TALLYLIGHT_TOKEN });
     const target = await api.post("/v1/targets", { body: { kind: "live", name: "Maria", params: { userId: "7012" } } });
     for await (const { name } of api.list("/v1/targets")) console.log(name);
     await api.get("/v1/targets/{id}", { path: { id: "tgt_none" } }).catch((error) => {
       if (error instanceof TallylightError) console.log(error.status, target.id.slice(0, 4), typeof verifyWebhook);
     });`,
  );
  const env = { ...process.env, TALLYLIGHT_URL: server.url, TALLYLIGHT_TOKEN: TOKEN };
  const { stdout } = await run(process.execPath, [program], { env });
  expect(stdout.trim().split(/\r?\n/)).toEqual(["Maria", "404 tgt_ function"]);
});

test("a program with types is checked by them", async () => {
  const program = (body: string) => `
    import { createClient, type Item } from "tallylight-client";
    const api = createClient({ baseUrl: "http://127.0.0.1", token: "t" });
    const made = await api.post("/v1/targets", { body: ${body} });
    export const interval: number = made.intervalSeconds;
    export const first: Item<"/v1/events"> | undefined = (await api.get("/v1/events", { query: { limit: 1 } })).items[0];
  `;
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022", "dom"],
    module: "nodenext",
    types: [],
  };
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const errors = async (body: string): Promise<string> => {
    await writeFile(join(folder, "program.ts"), program(body));
    return run(process.execPath, [compiler], { cwd: folder }).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  expect(await errors('{ kind: "live", name: "Maria", params: { userId: "7012" } }')).toBe("");
  expect(await errors('{ kind: "lives", name: "Maria", params: {} }')).toContain("error TS");
});
