import { basename } from "node:path";
import { build } from "esbuild";

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
    minify: small,
    sourcemap: small,
    legalComments: "none",
    logLevel: "error",
  });
  const isEntry = ({ path }: WorkerModule) => path.startsWith("worker.js");
  return outputFiles
    .map(({ path, text }) => ({ path: basename(path), contents: text }))
    .toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)) || (a.path < b.path ? -1 : 1));
}
