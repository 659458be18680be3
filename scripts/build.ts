// Writes the modules that are deployed, with their maps: wrangler runs this before it uploads them as they are.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { bundle } from "./host/bundle.ts";

const modules = await bundle("src/worker.ts", { small: true });
await rm("dist", { recursive: true, force: true });
await mkdir("dist");
for (const { path, contents } of modules) await writeFile(`dist/${path}`, contents);
