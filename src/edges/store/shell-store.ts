import type { Pulse } from "../../core/pulse.ts";
import { token, type Token } from "../../resources/tokens/token.ts";
import { ON_AIR } from "./now-store.ts";
import { allInOne, recordsIn } from "./record.ts";
import type { Row } from "./row.ts";
import { PULSE, pulseOf, type Given } from "./self-store.ts";

/** More on air are not counted: each is a row that is read. */
const MOST_COUNTED = 100;

/** Those among them of whom nobody knows any more: both counts are read out of indexes alone. */
const UNKNOWN = `(SELECT count(*) FROM (SELECT 1 FROM targets INDEXED BY targets_unknown
  WHERE unknown_since IS NOT NULL AND enabled = 1 AND on_air = 1 LIMIT ${MOST_COUNTED}))`;

/** What changes with each tick and each batch of polls: two rows. */
const VERSION = "k.last_tick_at || '.' || y.last_poll_at || '.' || length(y.done) AS version";

const ARRIVAL = `SELECT ${PULSE}, ${VERSION}, ${UNKNOWN} AS unknown,
    (SELECT count(*) FROM (SELECT 1 ${ON_AIR} LIMIT ${MOST_COUNTED} + ${UNKNOWN})) AS on_air,
    ${allInOne(token, "t.id = ?1", 1)} AS tokens
  FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`;

const tokensIn = recordsIn(token);

/** What the frame of every page says: the pulse, null where the database does not tell it, and how many are live. */
export interface Shell {
  pulse: Pulse | null;
  onAir: number;
  /** What changes with each tick and each batch of polls; null where the database does not tell it. */
  version: string | null;
}

/** The token of this id, null where there is none, and what the frame of every page says, in one statement. */
export async function readArrival(
  db: D1Database,
  given: Given,
  tokenId: string | null,
): Promise<{ token: Token | null; shell: Shell }> {
  const row = (await db.prepare(ARRIVAL).bind(tokenId).first<Row>())!;
  const [found = null] = tokensIn(String(row["tokens"]));
  const onAir = Number(row["on_air"]) - Number(row["unknown"]);
  return { token: found, shell: { pulse: pulseOf(row, given), onAir, version: String(row["version"]) } };
}

/** The version alone, "" where there is none. */
export async function readVersion(db: D1Database): Promise<string> {
  const row = await db.prepare(`SELECT ${VERSION} FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`).first<Row>();
  return String(row?.["version"] ?? "");
}
