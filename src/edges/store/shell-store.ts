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

const ARRIVAL = `SELECT ${PULSE}, ${UNKNOWN} AS unknown,
    (SELECT count(*) FROM (SELECT 1 ${ON_AIR} LIMIT ${MOST_COUNTED} + ${UNKNOWN})) AS on_air,
    ${allInOne(token, "t.id = ?1", 1)} AS tokens
  FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`;

const tokensIn = recordsIn(token);

/** What the frame of every page says: the pulse, null where the database does not tell it, and how many are live. */
export interface Shell {
  pulse: Pulse | null;
  onAir: number;
}

/** The token of this id, null where there is none, and what the frame of every page says, in one statement. */
export async function readArrival(
  db: D1Database,
  given: Given,
  tokenId: string | null,
): Promise<{ token: Token | null; shell: Shell }> {
  const row = (await db.prepare(ARRIVAL).bind(tokenId).first<Row>())!;
  const [found = null] = tokensIn(String(row["tokens"]));
  return { token: found, shell: { pulse: pulseOf(row, given), onAir: Number(row["on_air"]) - Number(row["unknown"]) } };
}
