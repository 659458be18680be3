// Before `npm pack`: builds the tool, and reduces package.json to its dependencies.
import { putManifest } from "./manifest.ts";
import { ensureCreated } from "../../tools/made.ts";

ensureCreated();
const { buildTool } = await import("./tool.ts");

await buildTool();
await putManifest();
