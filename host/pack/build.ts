// Builds the packed tool into dist/tool.
import { ensureBuilt } from "../../tools/made.ts";

ensureBuilt();
const { buildTool } = await import("./tool.ts");

await buildTool();
