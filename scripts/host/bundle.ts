import { basename } from "node:path";
import { build, type BuildOptions, type Metafile, type OutputFile } from "esbuild";
import { compiledFirst } from "./compiled-first.ts";
import { tablesAsColumns } from "./tables-as-columns.ts";

/** A module of a Worker: the first is its entry. */
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
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    charset: "utf8",
    plugins: [tablesAsColumns],
    minify: small,
    sourcemap: small && "external",
    legalComments: "none",
    logLevel: "error",
  }) as const satisfies BuildOptions;

/** The folders of the packages of which a Worker's modules hold anything, from the root of the checkout, sorted. */
export async function bundledPackages(entry: string): Promise<string[]> {
  const { metafile } = await build({ ...optionsFor(entry, false), metafile: true });
  return packagesIn(metafile);
}

/** The folders of the packages of which a bundle holds anything, sorted. */
export function packagesIn(metafile: Metafile): string[] {
  const held = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = held.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/**
 * The modules of a Worker. What it imports only when it is wanted (`import()`) is a module of its own, which is evaluated then. A
 * script that is `small` has short names and comes with its maps, which say what they stood for.
 */
export async function bundle(entry: string, { small }: { small: boolean }): Promise<WorkerModule[]> {
  const { outputFiles } = await build(optionsFor(entry, small));
  const isEntry = ({ path }: WorkerModule) => path.startsWith("worker.js");
  const modules = small
    ? minified(outputFiles)
    : outputFiles.map(({ path, text }) => ({ path: basename(path), contents: text }));
  return modules.toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)) || (a.path < b.path ? -1 : 1));
}

/** Ours and the router's are compiled as the script is loaded; of the libraries a request runs little. */
const COMPILED_FIRST = /^(src|node_modules\/hono)\//;

/** The scripts with what is compiled first, each with its map. */
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
