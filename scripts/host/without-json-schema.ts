import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** The modules of zod that make a JSON Schema of a form. Every form refers to them. */
const MAKING = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;

/** These make a form's method when the form is made. */
const MAKING_METHODS = /^create\w+Method$/;

/** Leaves out of the bundle how JSON Schemas are made of forms. Only scripts do that; in a Worker it throws. */
export const withoutJsonSchema: Plugin = {
  name: "without JSON Schema",
  setup(created) {
    created.onLoad({ filter: MAKING }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const names = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name!);
      const renamed = [...text.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name!);
      const lines = [...names, ...renamed].map(
        (name) => `  ${MAKING_METHODS.test(name) ? "method" : "refuse"} as ${name},`,
      );
      return {
        contents: [
          'const refuse = () => { throw new Error("a Worker makes no JSON Schema"); };',
          "const method = () => refuse;",
          `export {\n${lines.join("\n")}\n};`,
        ].join("\n"),
        loader: "js",
      };
    });
  },
};
