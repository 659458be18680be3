// Writes what is made from the code: lists of kinds, the OpenAPI document, its page and the types of the example client.
import { writeLists } from "./openapi/lists.ts";

await writeLists();
const { writeAll } = await import("./openapi/write.ts");
await writeAll();
