import type { Configured, Env } from "./compose-environment.ts";
import { logged } from "./log/log.ts";
import { metered, type Meter } from "../db/meter.ts";
import { setUp, type Progress, setUpStore } from "../db/set-up.ts";

/** A set-up that has stopped is tried again by a request after this time, and by every tick. */
const AGAIN_MS = 10_000;

/** What the set-up found and took. */
interface Prepared {
  /** What is missing; null if the Worker can serve. */
  progress: Progress | null;
  /** Statements that it took from this invocation. */
  statements: number;
}

const NOTHING: Prepared = { progress: null, statements: 0 };

/**
 * Checks once per isolate that the database has the schema of this version, and otherwise applies migrations. If the
 * database does not answer, that is for the invocation itself to find and report.
 */
export async function prepared(created: Configured, env: Env, isTick = false): Promise<Prepared> {
  const { schema, config, counters } = created;
  if (schema.isCurrent) return NOTHING;
  const { failed } = schema;
  if (failed !== null && !isTick && Date.now() - failed.at < AGAIN_MS)
    return { progress: failed.progress, statements: 0 };
  const meter: Meter = { statements: 0 };
  const db = metered(env.DB, meter, config.limits.statements, counters.add, created.noteRefusal);
  try {
    const progress = await setUp({
      ...setUpStore(db),
      statementsLeft: () => config.limits.statements - meter.statements,
      failed: (migration, thrown) => logged(`set-up: the migration ${migration} failed`)(thrown),
    });
    schema.isCurrent = progress === null;
    schema.failed = progress === null || progress.state === "applying" ? null : { progress, at: Date.now() };
    return { progress, statements: meter.statements };
  } catch (thrown) {
    logged("set-up: the database did not say which migrations it has")(thrown);
    return { progress: null, statements: meter.statements };
  }
}
