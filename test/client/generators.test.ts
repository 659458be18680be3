import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { places } from "../../tools/openapi/write.ts";

// What users generate from the document must compile, with the smallest request that the API takes.

const run = promisify(execFile);

const MINIMAL = `{ kind: "live", name: "Maria", params: { userId: "7012" } } as const`;

/** Programs that use what each generator made: a POST with what is required, a GET, and a webhook. */
const programs: Record<string, string> = {
  "openapi-typescript": `
    import type { components, paths } from "./openapi-typescript.ts";
    type Form = paths["/v1/targets"]["post"]["requestBody"]["content"]["application/json"];
    type Page = paths["/v1/targets"]["get"]["responses"][200]["content"]["application/json"];
    export const form: Form = ${MINIMAL};
    export const alert: components["schemas"]["SubscriptionForm"] = { name: "All", events: ["*"], channelId: "ch_1" };
    export const names = (page: Page): string[] => page.items.map(({ name }) => name);
    export const intervals = (page: Page): number[] => page.items.map(({ intervalSeconds }) => intervalSeconds);
    export const told = ({ type, data }: components["schemas"]["LiveStartedMessage"]): ["live.started", boolean] =>
      [type, data.data.initial];
  `,
  "hey-api": `
    import { createTarget, createSubscription, listTargets, type LiveStartedMessage } from "./hey-api/index.ts";
    await createTarget({ body: ${MINIMAL} });
    await createSubscription({ body: { name: "All", events: ["*"], channelId: "ch_1" } });
    export const names: string[] = (await listTargets()).data?.items.map(({ name }) => name) ?? [];
    export const told = ({ type }: LiveStartedMessage): "live.started" => type;
  `,
};

/** The program of an installed package. */
function binOf(name: string): string {
  const places = ["packages/client/node_modules", "node_modules"].map((modules) => resolve(modules, name));
  const place = places.find((one) => existsSync(join(one, "package.json")))!;
  const { bin } = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as { bin: Record<string, string> };
  return join(place, Object.values(bin)[0]!);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallylight-generators-"));
  await symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const typescript5 = `--import=${pathToFileURL(resolve("test/client/typescript-5.mjs")).href}`;
  const env = { ...process.env, NODE_OPTIONS: typescript5 };
  const generate = (name: string, ...args: string[]) =>
    run(process.execPath, [binOf(name), ...args], { cwd: folder, env });
  await generate("openapi-typescript", places.document, "--output", "openapi-typescript.ts");
  await generate("@hey-api/openapi-ts", "--input", places.document, "--output", "hey-api", "--no-log-file");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: false,
  noEmit: true,
  skipLibCheck: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  types: [],
};

/** The errors of programs, a line each, compiled together. */
async function errorsOf(sources: Record<string, string>): Promise<string[]> {
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source);
  const project = join(folder, "tsconfig.json");
  await writeFile(project, JSON.stringify({ compilerOptions: OPTIONS, files: Object.keys(sources) }));
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  return run(process.execPath, [compiler, "-p", project, "--pretty", "false"], { cwd: folder }).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.split("\n").filter((line) => line.includes("error TS")),
  );
}

test("with what each generator made the smallest requests compile, others do not", async () => {
  const names = Object.keys(programs);
  const invalid = (name: string) => programs[name]!.replaceAll('name: "Maria", ', "");
  const errors = await errorsOf({
    ...Object.fromEntries(names.map((name) => [`${name}-program.ts`, programs[name]!])),
    ...Object.fromEntries(names.map((name) => [`${name}-wrong.ts`, invalid(name)])),
  });
  expect(errors.filter((line) => !/^[\w-]+-wrong\.ts\(/.test(line))).toEqual([]);
  for (const name of names) expect(errors.join("\n")).toContain(`${name}-wrong.ts(`);
});
