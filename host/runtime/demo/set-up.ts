import { seedDemo } from "./seed.ts";
import type { Demo } from "../../../src/core/demo.ts";
import type { Credentials } from "../../../src/engine/upstream/definition.ts";

/** The account of the simulator. */
const SIMULATOR_ACCOUNT = { username: "demo", password: "demo" };

/** Where Tallylight and the simulator are, and the database. */
interface Where {
  base: string;
  simulator: string;
  token: string;
  db: D1Database;
  /** False if channels may not name this machine, where the demo's receivers are. */
  withChannels: boolean;
}

/** Writes the history of a demo from what its simulator says. */
type GiveHistory = (demo: Demo, simulator: Credentials) => Promise<void>;

/** True if another service is connected or the demo was left, so that none must be set up. */
async function isPastDemo(db: D1Database): Promise<boolean> {
  const sql = "SELECT account IS NOT NULL OR EXISTS (SELECT 1 FROM left_demo) AS past FROM ticker WHERE id = 1";
  return (await db.prepare(sql).first<number>("past")) === 1;
}

/** Stores what the demo created, so that it can be left as a whole and no other service is polled for it. */
export async function noteDemo(db: D1Database, demo: Demo): Promise<void> {
  await db.prepare("UPDATE ticker SET demo = ?1 WHERE id = 1").bind(JSON.stringify(demo)).run();
}

/** Sets up the demo if the database is empty. Returns a function that sends its digests immediately. */
export async function setUpDemo(
  { base, simulator, token, db, withChannels }: Where,
  giveHistory: GiveHistory | null,
): Promise<() => Promise<void>> {
  const seeded = (await isPastDemo(db))
    ? null
    : await seedDemo({ base, simulator, token }, { history: giveHistory !== null, withChannels });
  if (seeded === null) return async () => undefined;
  await noteDemo(db, seeded.demo);
  if (giveHistory !== null) {
    const account = { baseUrl: simulator, ...SIMULATOR_ACCOUNT };
    await giveHistory(seeded.demo, account).catch((thrown: unknown) =>
      console.error(`! The demo starts without its history: ${String(thrown).split("\n")[0]!}`),
    );
  }
  return seeded.runDigests;
}
