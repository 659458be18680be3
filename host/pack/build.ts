// Builds the packed tool into dist/tool.
import { ensureMade } from "../../tools/made.ts";

ensureMade();
const { buildTool } = await import("./tool.ts");

await buildTool();
