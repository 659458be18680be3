// Writes the modules that are deployed, with their maps: wrangler runs this before it uploads them as they are.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { bundle } from "./host/bundle.ts";

// While somebody writes it, it is built at each change: to make it small takes ten times as long.
const modules = await bundle("src/worker.ts", { small: process.env["WRANGLER_COMMAND"] !== "dev" });
await rm("dist", { recursive: true, force: true });
await mkdir("dist");
for (const { path, contents } of modules) await writeFile(`dist/${path}`, contents);
