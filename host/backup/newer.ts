import { incompatible, predatesRelease, type Written } from "../runtime/compatibility.ts";
import type { Migration } from "../runtime/migrations.ts";
import { BackupError } from "./errors.ts";

/**
 * Throws BackupError for a database from before the first release, or one that a newer version made unusable for this one.
 * Returns the known migrations.
 */
export function refuseNewer(written: Written, migrations: Migration[]): string[] {
  const known = migrations.map(({ name }) => name);
  if (predatesRelease(written.applied, known))
    throw new BackupError("This backup is from before the first release. This version can't read it.");
  const unknown = incompatible(written, known);
  if (unknown.length === 0) return known;
  throw new BackupError(
    `This backup was created by a newer Tallylight (its database has ${unknown.join(", ")}). Update this one first.`,
  );
}
