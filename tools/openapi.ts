// Writes what is made from the code and in git, because people read it: the OpenAPI document and tables of the docs.
import { ensureCreated } from "./made.ts";

ensureCreated("client");
const { writeAll } = await import("./openapi/write.ts");
await writeAll();
