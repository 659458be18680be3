import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "esbuild";

/** What the Worker imports as text: as wrangler does, by its own rules and those of wrangler.toml. */
const TEXT = /\/assets\/[a-z-]+\.css$/;

/** For esbuild. */
export const textModules: Plugin = {
  name: "text",
  setup: (build) =>
    build.onLoad({ filter: TEXT }, ({ path }) => ({ contents: readFileSync(path, "utf8"), loader: "text" })),
};

const ROOT = resolve(import.meta.dirname, "../..");

/** Vite names a module by its place in the checkout at times. */
const onDisk = (importer: string): string => (importer.startsWith(ROOT) ? importer : join(ROOT, importer));

/** For Vite, under a name that hides the ending: else it would take the text for a style of its own. */
export const textModulesOfTests = {
  name: "text",
  enforce: "pre" as const,
  resolveId: (source: string, importer: string | undefined) =>
    TEXT.test(source) && importer !== undefined ? `\0text:${resolve(onDisk(importer), "..", source)}:` : null,
  load: (id: string) =>
    id.startsWith("\0text:") ? `export default ${JSON.stringify(readFileSync(id.slice(6, -1), "utf8"))}` : null,
};
