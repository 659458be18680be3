// Builds the packed tool into dist/tool.
import { ensureMade } from "../made.ts";

ensureMade();
const { buildTool } = await import("./tool.ts");

await buildTool();
