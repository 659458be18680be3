// Writes everything generated from the code: lists of kinds, the OpenAPI document, its page and the client's types.
import { writeLists } from "./openapi/lists.ts";

await writeLists();
const { writeAll } = await import("./openapi/write.ts");
await writeAll();
