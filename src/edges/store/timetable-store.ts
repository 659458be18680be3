import type { Gate } from "../../core/gate.ts";
import type { Claim, TickDeps, Timetable } from "../../flows/poll/tick.ts";

/** The timetable in D1: the ticker's row, the sheets, and which batches are in. */
export const timetableStore = (db: D1Database): TickDeps => ({
  async readTimetable() {
    const [ticker, sheets, tallies] = await db.batch<Record<string, string | number | null>>([
      db.prepare("SELECT last_tick_at, tokens, filled_at, gate, refunded FROM ticker WHERE id = 1"),
      db.prepare("SELECT id, revision, entries, edits FROM sheets ORDER BY id"),
      db.prepare("SELECT slot, done, unspent FROM tally"),
    ]);
    const row = ticker!.results[0]!;
    const done = new Map(tallies!.results.map((one) => [one["slot"], JSON.parse(String(one["done"])) as number[]]));
    return {
      lastTickAt: Number(row["last_tick_at"]),
      tokens: Number(row["tokens"]),
      filledAt: Number(row["filled_at"]),
      gate: row["gate"] === null ? null : (JSON.parse(String(row["gate"])) as Gate),
      unspent: tallies!.results.reduce((sum, one) => sum + Number(one["unspent"]), 0),
      refunded: Number(row["refunded"]),
      sheets: sheets!.results.map((sheet) => ({
        id: Number(sheet["id"]),
        revision: Number(sheet["revision"]),
        entries: JSON.parse(String(sheet["entries"])) as Timetable["sheets"][number]["entries"],
        edits: JSON.parse(String(sheet["edits"])) as Timetable["sheets"][number]["edits"],
      })),
      isDone: (slot, tick) => done.get(slot)?.includes(tick) ?? false,
    };
  },

  async claim(claim) {
    const won = await db.batch(claimStatements(db, claim));
    return won[0]!.meta.changes === 1;
  },
});

/** The ticker first, by compare-and-set on all that was read; the sheets only where this very claim has won. */
function claimStatements(db: D1Database, claim: Claim): D1PreparedStatement[] {
  const { read, now } = claim;
  const token = `${now}/${crypto.randomUUID()}`;
  const seen = JSON.stringify(claim.sheets.map(({ id, revision }) => ({ id, revision })));
  const statements = [
    db
      .prepare(
        `UPDATE ticker SET last_tick_at = ?1, spacing_ms = ?2, claim = ?3, tokens = ?4, filled_at = ?5, gate = ?6, load = ?7, refunded = ?12
         WHERE id = 1 AND last_tick_at = ?8 AND tokens = ?9 AND gate IS ?10 AND NOT EXISTS (
           SELECT 1 FROM json_each(?11) j JOIN sheets s ON s.id = json_extract(j.value, '$.id')
           WHERE s.revision <> json_extract(j.value, '$.revision'))`,
      )
      .bind(
        now,
        claim.spacingMs,
        token,
        claim.tokens,
        claim.filledAt,
        gateText(claim.gate),
        JSON.stringify(claim.load),
        read.lastTickAt,
        read.tokens,
        gateText(read.gate),
        seen,
        read.unspent,
      ),
  ];
  if (claim.sheets.length > 0) {
    const entries = JSON.stringify(Object.fromEntries(claim.sheets.map((one) => [one.id, one.entries])));
    statements.push(
      db
        .prepare(
          `UPDATE sheets SET entries = j.value, edits = '{}', revision = revision + 1
           FROM json_each(?1) j WHERE sheets.id = CAST(j.key AS INTEGER)
           AND EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND claim = ?2)`,
        )
        .bind(entries, token),
    );
  }
  return statements;
}

/** The gate as it is stored: the one spelling that compare-and-set compares. */
export const gateText = (gate: Gate | null): string | null => (gate === null ? null : JSON.stringify(gate));
