// Writes the modules that are deployed, with source maps. wrangler runs it and uploads them unchanged.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { ensureBuilt } from "../tools/made.ts";
import { watchFailures } from "./failure.ts";

watchFailures();
ensureBuilt();
const { bundle } = await import("./runtime/bundle.ts");

// `wrangler dev` builds at each change, so it skips minification, which takes ten times as long.
const modules = await bundle("src/worker.ts", { small: process.env["WRANGLER_COMMAND"] !== "dev" });
await rm("dist", { recursive: true, force: true });
await mkdir("dist");
for (const { path, contents } of modules) await writeFile(`dist/${path}`, contents);
