// Replaces host/runtime/kept-workers.ts in the packed tool: the Workers as built.
import { readFile } from "node:fs/promises";
import { brotliDecompressSync } from "node:zlib";
import type { Workers } from "../runtime/workers.ts";
import { inRoot } from "../place.ts";

/** The Workers of this package. */
export const workers = async (): Promise<Workers> =>
  JSON.parse(brotliDecompressSync(await readFile(inRoot("workers.json.br"))).toString()) as Workers;
