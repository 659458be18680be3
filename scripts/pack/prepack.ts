// Before `npm pack`: builds the tool, and reduces package.json to its dependencies.
import { putManifest } from "./manifest.ts";
import { buildTool } from "./tool.ts";

await buildTool();
await putManifest();
