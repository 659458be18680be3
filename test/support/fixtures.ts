import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Fixture } from "../../src/kinds/kind.ts";
import { targetKinds } from "../../src/kinds/registry.ts";

const folder = join(import.meta.dirname, "../../src/kinds");

const missing = (kind: string): never => {
  throw new Error(`${kind} has no fixtures: export "fixtures" from src/kinds/${kind}/fixtures.ts`);
};

/** Payloads of each kind as the service sends them, by kind. Only tests use them. */
export const fixtures: Record<string, Fixture[]> = {};
for (const kind of Object.keys(targetKinds)) {
  const path = join(folder, kind, "fixtures.ts");
  const file = existsSync(path) ? ((await import(path)) as { fixtures?: Fixture[] }) : {};
  fixtures[kind] = file.fixtures ?? missing(kind);
}
