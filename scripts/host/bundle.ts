import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import remapping from "@jridgewell/remapping";
import { build, type OutputFile, type Plugin } from "esbuild";
import { minify } from "oxc-minify";

/** A module of a Worker: the first is its entry. */
export interface WorkerModule {
  path: string;
  contents: string;
}

/** zod's way to a JSON Schema, which the document of the API is made by and no Worker needs: a fifth of what it takes of zod. */
const LEFT_OUT = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;

const EXPORTED = /^export (?:async )?(?:function|const|class) (\w+)/gm;

/** Puts in place of a module's functions ones that throw; a form asks for its own as it is made, so `create…` answers with one. */
const leavingOut: Plugin = {
  name: "left out",
  setup(made) {
    made.onLoad({ filter: LEFT_OUT }, async ({ path }) => {
      const names = [...(await readFile(path, "utf8")).matchAll(EXPORTED)].map(([, name]) => name!);
      const contents = [
        `const gone = () => { throw new Error("no part of the Worker: scripts/host/bundle.ts") };`,
        ...names.map((name) => `export const ${name} = ${name.startsWith("create") ? "() => gone" : "gone"};`),
      ];
      return { contents: contents.join("\n"), loader: "js" };
    });
  },
};

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
    plugins: [leavingOut],
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
