// Before `npm pack`: builds the tool, and lets package.json list only what it needs.
import { putManifest } from "./manifest.ts";
import { buildTool } from "./tool.ts";

await buildTool();
await putManifest();
