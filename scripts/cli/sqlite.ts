// In place of node:sqlite in the packed tool: Node.js has it from 22.13 on, and a package brings the same to Node.js 20.
import { createRequire } from "node:module";

type Sqlite = typeof import("node:sqlite");

const require = createRequire(import.meta.url);

/** Node.js says of its own SQLite, once per process, that it is experimental. */
function quietly<T>(load: () => T): T {
  const own = Object.getOwnPropertyDescriptor(process, "emitWarning")!;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    Object.defineProperty(process, "emitWarning", own);
  }
}

const builtIn = quietly(() => process.getBuiltinModule?.("node:sqlite"));

export const { DatabaseSync } = builtIn ?? (require("@photostructure/sqlite") as unknown as Sqlite);
