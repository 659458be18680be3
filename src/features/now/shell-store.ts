import type { HealthSnapshot } from "../../core/health-snapshot.ts";
import { token, type Token } from "../people/resource/token.ts";
import { ON_AIR } from "./now-store.ts";
import { allInOne, recordsIn } from "../../db/record.ts";
import { textOf, type Row } from "../../db/row.ts";
import { HEALTH_SNAPSHOT, healthSnapshotOf, type ConfigFacts } from "../../engine/self-monitor/health-store.ts";

/** Limit on live targets that are counted. Each is a row read. */
const MAX_COUNTED = 100;

/** The live targets among them whose state is unknown. Both counts read indexes only. */
const UNKNOWN = `(SELECT count(*) FROM (SELECT 1 FROM targets INDEXED BY targets_unknown
  WHERE unknown_since IS NOT NULL AND enabled = 1 AND on_air = 1 LIMIT ${MAX_COUNTED}))`;

/** Changes with each tick and each batch of polls. Reads two rows. */
export const VERSION = "k.last_tick_at || '.' || y.last_poll_at || '.' || length(y.done) AS version";

const SIGNED_IN = "s.holder, s.created_at, s.last_seen_at, s.email, k.timezone";
const TOKENS = `${allInOne(token, "t.id = s.holder", 1)} AS tokens`;

const ARRIVAL = `SELECT ${HEALTH_SNAPSHOT}, ${VERSION}, k.demo IS NOT NULL AS demo, ${UNKNOWN} AS unknown,
    (SELECT count(*) FROM (SELECT 1 ${ON_AIR} LIMIT ${MAX_COUNTED} + ${UNKNOWN})) AS on_air,
    ${SIGNED_IN}, ${TOKENS}
  FROM ticker k JOIN tally y ON y.id = 1 LEFT JOIN sign_ins s ON s.id = ?1 WHERE k.id = 1`;

const tokensIn = recordsIn(token);

/** What the frame of every page shows: the health snapshot and the number of live targets. */
export interface Shell {
  pulse: HealthSnapshot | null;
  onAir: number;
  /** True while there is a demo. */
  demo: boolean;
  /** The team's time zone; null if it was never set. */
  timezone: string | null;
  /** What changes with each tick and each batch of polls; null where the database does not tell it. */
  version: string | null;
}

/** A stored session. `token` is null for sessions of `ADMIN_TOKEN` and if the token no longer exists. */
interface StoredSignIn {
  holder: string;
  token: Token | null;
  /** Wall clock, epoch ms. */
  createdAt: number;
  lastSeenAt: number;
  /** Whom Cloudflare Access has to vouch for; null for nobody. */
  email: string | null;
}

function signInOf(row: Row): StoredSignIn | null {
  const { holder, created_at: createdAt, last_seen_at: lastSeenAt } = row;
  if (typeof holder !== "string") return null;
  const [found = null] = tokensIn(String(row["tokens"]));
  const email = textOf(row["email"]);
  return { holder, token: found, createdAt: Number(createdAt), lastSeenAt: Number(lastSeenAt), email };
}

/** Reads the session with this id (null if there is none) and the frame of the page in one statement. */
export async function readArrival(
  db: D1Database,
  provided: ConfigFacts,
  signInId: string | null,
): Promise<{ signIn: StoredSignIn | null; shell: Shell }> {
  const row = (await db.prepare(ARRIVAL).bind(signInId).first<Row>())!;
  const onAir = Number(row["on_air"]) - Number(row["unknown"]);
  return {
    signIn: signInOf(row),
    shell: {
      pulse: healthSnapshotOf(row, provided),
      onAir,
      demo: row["demo"] === 1,
      timezone: textOf(row["timezone"]),
      version: String(row["version"]),
    },
  };
}

/** Reads only the session and the version, for tabs that poll: four rows. */
export async function readVersion(
  db: D1Database,
  signInId: string,
): Promise<{ signIn: StoredSignIn | null; timezone: string | null; version: string }> {
  const row = (await db
    .prepare(
      `SELECT ${VERSION}, ${SIGNED_IN}, ${TOKENS}
       FROM ticker k JOIN tally y ON y.id = 1 LEFT JOIN sign_ins s ON s.id = ?1 WHERE k.id = 1`,
    )
    .bind(signInId)
    .first<Row>())!;
  return { signIn: signInOf(row), timezone: textOf(row["timezone"]), version: String(row["version"]) };
}
