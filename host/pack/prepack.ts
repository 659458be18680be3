// Before `npm pack`: builds the tool, and reduces package.json to its dependencies.
import { putManifest } from "./manifest.ts";
import { ensureMade } from "../../tools/made.ts";

ensureMade();
const { buildTool } = await import("./tool.ts");

await buildTool();
await putManifest();
