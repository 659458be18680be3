import { incompatible, type Written } from "../host/compatibility.ts";
import type { Migration } from "../host/migrations.ts";
import { BackupError } from "./errors.ts";

/** Throws BackupError if a newer version made the database unusable for this one. Returns the known migrations. */
export function refuseNewer(written: Written, migrations: Migration[]): string[] {
  const known = migrations.map(({ name }) => name);
  const unknown = incompatible(written, known);
  if (unknown.length === 0) return known;
  throw new BackupError(
    `This backup was created by a newer Tallylight (its database has ${unknown.join(", ")}). Update this one first.`,
  );
}
