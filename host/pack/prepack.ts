// Before `npm pack`: builds the tool, and reduces package.json to its dependencies.
import { putManifest } from "./manifest.ts";
import { ensureBuilt } from "../../tools/made.ts";

ensureBuilt();
const { buildTool } = await import("./tool.ts");

await buildTool();
await putManifest();
