import { basename } from "node:path";
import { build, type BuildOptions, type Metafile, type OutputFile } from "esbuild";
import { version } from "../place.ts";
import { compiledFirst } from "./compiled-first.ts";
import { tablesAsColumns } from "./tables-as-columns.ts";

/** A module of a Worker. The first is its entry. */
export interface WorkerModule {
  path: string;
  contents: string;
}

const optionsFor = (entry: string, small: boolean) =>
  ({
    entryPoints: { worker: entry },
    bundle: true,
    splitting: true,
    write: false,
    outdir: "dist",
    chunkNames: "[name]-[hash]",
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    define: { TALLYLIGHT_VERSION: JSON.stringify(version()) },
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    charset: "utf8",
    plugins: [tablesAsColumns],
    minify: small,
    sourcemap: small && "external",
    legalComments: "none",
    logLevel: "error",
  }) as const satisfies BuildOptions;

/** Folders of the packages in a Worker's bundle, relative to the checkout, sorted. */
export async function bundledPackages(entry: string): Promise<string[]> {
  const { metafile } = await build({ ...optionsFor(entry, false), metafile: true });
  return packagesIn(metafile);
}

/** Folders of the packages in a bundle, sorted. */
export function packagesIn(metafile: Metafile): string[] {
  const held = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = held.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/**
 * Bundles a Worker into modules. Lazy imports (`import()`) become modules of their own that are evaluated on demand. A
 * `small` bundle is minified and has source maps.
 */
export async function bundle(entry: string, { small }: { small: boolean }): Promise<WorkerModule[]> {
  const { outputFiles } = await build(optionsFor(entry, small));
  const isEntry = ({ path }: WorkerModule) => path.startsWith("worker.js");
  const modules = small
    ? minified(outputFiles)
    : outputFiles.map(({ path, text }) => ({ path: basename(path), contents: text }));
  return modules.toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)) || (a.path < b.path ? -1 : 1));
}

/**
 * What ticks, the API and the most visited pages run is compiled when the script loads, with the router and the library
 * that reads forms. Other pages and digests have time for that when they first run, and of other libraries, a request
 * runs little.
 *
 * Measured: without it the first request of an isolate takes 15 ms of CPU instead of 9 (`/healthz`), 43 instead of 26
 * (`/`), 46 instead of 33 (`/alerts/new`). The start takes 0.16 s longer with it, and may take a second. Compiling all
 * functions costs the start 0.1 s more and makes no request faster.
 */
const COMPILED_FIRST = new RegExp(
  [
    "^node_modules/(?:hono|zod)/",
    "^src/(?!features/|languages/|sections/|pictures/)",
    String.raw`^src/features/(?:(?:alerts|creators|now)/|[^/]+/[^/]+\.ts$)`,
  ].join("|"),
);

/** Scripts whose functions are compiled at load, each with its map. */
function minified(files: OutputFile[]): WorkerModule[] {
  const texts = new Map(files.map(({ path, text }) => [basename(path), text]));
  const scripts = [...texts].filter(([name]) => name.endsWith(".js"));
  return scripts.flatMap(([name, code]): WorkerModule[] => {
    const script = compiledFirst({ code, map: texts.get(`${name}.map`)! }, COMPILED_FIRST);
    return [
      { path: name, contents: script.code },
      { path: `${name}.map`, contents: script.map },
    ];
  });
}
