// Generators need the JavaScript API of TypeScript, which version 7 of this repository's compiler no longer has.
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const client = createRequire(new URL("../../packages/client/package.json", import.meta.url));
const url = pathToFileURL(client.resolve("typescript")).href;

registerHooks({
  resolve: (name, context, next) => (name === "typescript" ? { url, shortCircuit: true } : next(name, context)),
});
