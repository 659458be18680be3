import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Doors } from "../src/doors.ts";

/** The Worker's module in this process. */
export async function worker(): Promise<Doors> {
  const { outputFiles } = await build({
    entryPoints: ["src/worker.ts"],
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
    return ((await import(pathToFileURL(file).href)) as { default: Doors }).default;
  } finally {
    await rm(folder, { recursive: true });
  }
}
