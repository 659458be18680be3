// Replaces node:sqlite in the packed tool. Node.js has it from 22.13 on; the package has one for Node.js 20.
type Sqlite = typeof import("node:sqlite");

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

/** What is bundled is its CommonJS module, so all of it is the default export. */
const ownOne = async () => ((await import("@photostructure/sqlite")) as unknown as { default: Sqlite }).default;

export const { DatabaseSync } = builtIn ?? (await ownOne());
