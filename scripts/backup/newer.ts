import { incompatible, type Written } from "../host/compatibility.ts";
import type { Migration } from "../host/migrations.ts";
import { BackupError } from "./errors.ts";

/** Throws BackupError where a newer version changed a database so that this one cannot use it; answers what this one knows. */
export function refuseNewer(written: Written, migrations: Migration[]): string[] {
  const known = migrations.map(({ name }) => name);
  const unknown = incompatible(written, known);
  if (unknown.length === 0) return known;
  throw new BackupError(
    `This backup was created by a newer Tallylight (its database has ${unknown.join(", ")}). Update this one first.`,
  );
}
