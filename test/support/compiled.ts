import { tmpdir } from "node:os";
import { join } from "node:path";

/** The variable that lets processes of Node.js share what they compiled: most of the time of a short one. */
export const COMPILED = { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(tmpdir(), "tallylight-tests") };
