import { build } from "esbuild";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";

/** What answers requests, and of its own zod a schema that is wanted. */
const SCRIPT = `export { api } from "./src/compose-api.ts"; export { string } from "zod";`;

afterEach(() => {
  z.config({ postProcessor: undefined });
});

/** A script of this text as one module, with all that it imports. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

test("no schema is made before a request wants it: the first one has 10 ms, and wants a few", async () => {
  const script = await bundled(SCRIPT);
  const created: string[] = [];
  z.config({ postProcessor: ({ _zod }: z.ZodType) => void created.push(_zod.def.type) });
  const { string } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as typeof z;
  expect(created).toEqual([]);
  string();
  expect(created).toEqual(["string"]);
});
