// Replaces node:sqlite in the packed tool. Node.js has it from 22.13 on; a package provides it for Node.js 20.
import { createRequire } from "node:module";

type Sqlite = typeof import("node:sqlite");

const require = createRequire(import.meta.url);

/** Suppresses the warning that Node.js prints once per process because SQLite is experimental. */
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
