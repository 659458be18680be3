// Writes what is made from the code and in git, because people read it: the OpenAPI document and tables of the docs.
import { ensureBuilt } from "./made.ts";

ensureBuilt("client");
const { writeAll } = await import("./openapi/write.ts");
await writeAll();
