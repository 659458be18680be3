import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The modules that make D1 and Queues on a machine, in Miniflare's folder of Workers. */
const FILES = {
  d1Entry: "d1/entry.worker.js",
  d1Database: "d1/database.worker.js",
  queueEntry: "shared/object-entry.worker.js",
  queueBroker: "queues/broker.worker.js",
  shared: "shared/index.worker.js",
  zod: "shared/zod.worker.js",
};

/** Their texts, as they are. */
export type MiniflareWorkers = Record<keyof typeof FILES, string>;

/** Reads the modules from the installed Miniflare, which itself is not loaded. */
export function miniflareWorkers(): MiniflareWorkers {
  const folder = join(dirname(createRequire(import.meta.url).resolve("miniflare")), "workers");
  const texts = Object.entries(FILES).map(([name, path]) => [name, readFileSync(join(folder, path), "utf8")]);
  return Object.fromEntries(texts) as MiniflareWorkers;
}
