import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Doors } from "../src/wiring/handlers.ts";

/** A module of the sources in this process, with all that it imports: Node reads no JSX. */
export async function bundled<Module>(entry: string): Promise<Module> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    logLevel: "error",
  });
  const folder = await mkdtemp(join(tmpdir(), "tallylight-bench-"));
  try {
    const file = join(folder, "worker.mjs");
    await writeFile(file, outputFiles[0]!.contents);
    return (await import(pathToFileURL(file).href)) as Module;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The Worker's module in this process. */
export const worker = async (): Promise<Doors> => (await bundled<{ default: Doors }>("src/worker.ts")).default;
