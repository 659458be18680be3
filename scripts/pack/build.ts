// Builds the packed tool into dist/tool.
import { buildTool } from "./tool.ts";

await buildTool();
