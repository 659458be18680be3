// Writes what is made from the routes: the OpenAPI document, its page and the types of the example client.
import { writeAll } from "./openapi/write.ts";

await writeAll();
