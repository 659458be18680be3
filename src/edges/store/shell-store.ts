import type { HealthSnapshot } from "../../core/pulse.ts";
import { token, type Token } from "../../resources/tokens/token.ts";
import { ON_AIR } from "./now-store.ts";
import { allInOne, recordsIn } from "./record.ts";
import type { Row } from "./row.ts";
import { HEALTH_SNAPSHOT, healthSnapshotOf, type Given } from "./self-store.ts";

/** More on air are not counted: each is a row that is read. */
const MAX_COUNTED = 100;

/** Those among them of whom nobody knows any more: both counts are read out of indexes alone. */
const UNKNOWN = `(SELECT count(*) FROM (SELECT 1 FROM targets INDEXED BY targets_unknown
  WHERE unknown_since IS NOT NULL AND enabled = 1 AND on_air = 1 LIMIT ${MAX_COUNTED}))`;

/** What changes with each tick and each batch of polls: two rows. */
export const VERSION = "k.last_tick_at || '.' || y.last_poll_at || '.' || length(y.done) AS version";

const SIGNED_IN = "s.holder, s.created_at, s.last_seen_at";
const TOKENS = `${allInOne(token, "t.id = s.holder", 1)} AS tokens`;

const ARRIVAL = `SELECT ${HEALTH_SNAPSHOT}, ${VERSION}, ${UNKNOWN} AS unknown,
    (SELECT count(*) FROM (SELECT 1 ${ON_AIR} LIMIT ${MAX_COUNTED} + ${UNKNOWN})) AS on_air,
    ${SIGNED_IN}, ${TOKENS}
  FROM ticker k JOIN tally y ON y.id = 1 LEFT JOIN sign_ins s ON s.id = ?1 WHERE k.id = 1`;

const tokensIn = recordsIn(token);

/** What the frame of every page says: the pulse, null where the database does not tell it, and how many are live. */
export interface Shell {
  pulse: HealthSnapshot | null;
  onAir: number;
  /** What changes with each tick and each batch of polls; null where the database does not tell it. */
  version: string | null;
}

/** A session as it is stored, with its token; null for that of `ADMIN_TOKEN`, and where it is gone. */
interface StoredSignIn {
  holder: string;
  token: Token | null;
  /** Wall clock, epoch ms. */
  createdAt: number;
  lastSeenAt: number;
}

function signInOf(row: Row): StoredSignIn | null {
  const { holder, created_at: createdAt, last_seen_at: lastSeenAt } = row;
  if (typeof holder !== "string") return null;
  const [found = null] = tokensIn(String(row["tokens"]));
  return { holder, token: found, createdAt: Number(createdAt), lastSeenAt: Number(lastSeenAt) };
}

/** The session of this id, null where there is none, and what the frame of every page says, in one statement. */
export async function readArrival(
  db: D1Database,
  given: Given,
  signInId: string | null,
): Promise<{ signIn: StoredSignIn | null; shell: Shell }> {
  const row = (await db.prepare(ARRIVAL).bind(signInId).first<Row>())!;
  const onAir = Number(row["on_air"]) - Number(row["unknown"]);
  return {
    signIn: signInOf(row),
    shell: { pulse: healthSnapshotOf(row, given), onAir, version: String(row["version"]) },
  };
}

/** The session and the version alone, for a tab that asks again and again: four rows. */
export async function readVersion(
  db: D1Database,
  signInId: string,
): Promise<{ signIn: StoredSignIn | null; version: string }> {
  const row = (await db
    .prepare(
      `SELECT ${VERSION}, ${SIGNED_IN}, ${TOKENS}
       FROM ticker k JOIN tally y ON y.id = 1 LEFT JOIN sign_ins s ON s.id = ?1 WHERE k.id = 1`,
    )
    .bind(signInId)
    .first<Row>())!;
  return { signIn: signInOf(row), version: String(row["version"]) };
}
