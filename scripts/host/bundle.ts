import { basename } from "node:path";
import remapping from "@jridgewell/remapping";
import { build, type OutputFile } from "esbuild";
import { minify } from "oxc-minify";
import { tablesAsColumns, withoutSchemaMakers } from "./left-out.ts";

/** A module of a Worker: the first is its entry. */
export interface WorkerModule {
  path: string;
  contents: string;
}

/**
 * The modules of a Worker. What it imports only when it is wanted (`import()`) is a module of its own, which is evaluated then. A
 * script that is `small` has short names and comes with its maps, which say what they stood for.
 */
export async function bundle(entry: string, { small }: { small: boolean }): Promise<WorkerModule[]> {
  const { outputFiles } = await build({
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
    plugins: [withoutSchemaMakers, tablesAsColumns],
    minify: small,
    sourcemap: small && "external",
    legalComments: "none",
    logLevel: "error",
  });
  const isEntry = ({ path }: WorkerModule) => path.startsWith("worker.js");
  const modules = small
    ? await smaller(outputFiles)
    : outputFiles.map(({ path, text }) => ({ path: basename(path), contents: text }));
  return modules.toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)) || (a.path < b.path ? -1 : 1));
}

/** Once more over what was minified: a thirtieth less. Throws where it is not understood. */
async function smaller(files: OutputFile[]): Promise<WorkerModule[]> {
  const maps = new Map(files.map(({ path, text }) => [path, text]));
  const scripts = files.filter(({ path }) => path.endsWith(".js"));
  const made = scripts.map(async ({ path, text }): Promise<WorkerModule[]> => {
    const name = basename(path);
    const { code, map, errors } = await minify(name, text, {
      module: true,
      sourcemap: true,
      compress: { target: "es2024" },
    });
    if (errors.length > 0 || map === undefined) throw new Error(`${name}: ${errors[0]?.message ?? "no map"}`);
    const whole = remapping([map as never, maps.get(`${path}.map`)!], () => null);
    return [
      { path: name, contents: `${code}\n//# sourceMappingURL=${name}.map\n` },
      { path: `${name}.map`, contents: whole.toString() },
    ];
  });
  return (await Promise.all(made)).flat();
}
