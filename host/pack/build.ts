// Builds the packed tool into dist/tool.
import { ensureCreated } from "../../tools/made.ts";

ensureCreated();
const { buildTool } = await import("./tool.ts");

await buildTool();
