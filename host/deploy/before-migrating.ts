import { predatesRelease } from "../../src/db/set-up.ts";
import type { Project } from "./project.ts";
import { DeployError, jsonOf, sentence, type Wrangler } from "./wrangler.ts";

/**
 * Throws DeployError if a newer version made the deployed database unusable for this one. A database without a floor is
 * older.
 */
export async function refuseBelowFloor(project: Project, config: string, wrangler: Wrangler): Promise<void> {
  const sql =
    "SELECT max(schema_floor) AS floor, (SELECT json_group_array(name) FROM d1_migrations) AS applied FROM ticker";
  const args = ["d1", "execute", project.binding, "--remote", "-c", config, "--json", "--command", sql];
  const ran = await wrangler(...args);
  if (ran.code !== 0) {
    if (/no such (column|table)/i.test(`${ran.stdout}\n${ran.stderr}`)) return;
    throw new DeployError(sentence(ran, args));
  }
  const answers = jsonOf(ran, "d1 execute") as { results?: { floor: number | null; applied?: string }[] }[];
  const { floor = 0, applied = "[]" } = answers[0]?.results?.[0] ?? {};
  if (predatesRelease(JSON.parse(applied) as string[], project.migrations))
    throw new DeployError(
      `The database ${project.databaseName} is from before the first release, and nothing of it was changed. ` +
        "Delete it, or deploy with another database_name.",
    );
  const last = project.migrations.at(-1)!;
  if ((floor ?? 0) > Number.parseInt(last, 10))
    throw new DeployError(
      `A newer Tallylight has changed the database ${project.databaseName} in a way that this version can't use ` +
        `(it needs migration ${String(floor).padStart(4, "0")}, this version has ${last}). Update this checkout.`,
    );
}

/** How to undo the migrations that follow. If Cloudflare provides no bookmark, the deployment continues. */
export async function bookmarkLine(project: Project, config: string, wrangler: Wrangler): Promise<string> {
  const unknown =
    "! Time Travel gave no bookmark from before the migrations. You can still restore the database by time.";
  try {
    const args = ["d1", "time-travel", "info", project.databaseName, "--json", "-c", config];
    const ran = await wrangler(...args);
    if (ran.code !== 0) return unknown;
    const { bookmark } = jsonOf(ran, "d1 time-travel info") as { bookmark?: unknown };
    if (typeof bookmark !== "string" || !/^[\w-]+$/.test(bookmark)) return unknown;
    const restore = `npx wrangler d1 time-travel restore ${project.databaseName} -c ${config} --bookmark ${bookmark}`;
    return `  Time Travel bookmark before the migrations: ${bookmark}\n  (${restore})`;
  } catch {
    return unknown;
  }
}
