/** The observed part of a stream; `gap` is what no poll saw. Epoch ms. */
export interface Streamed {
  from: number;
  to: number;
  gap?: { from: number; to: number };
}

const iso = (ms: number): string => new Date(ms).toISOString();

let seq = 0;

/** Stores an event as a poll would have. */
async function happened(
  db: D1Database,
  type: string,
  { id, watchlistId }: { id: string; watchlistId: string },
  at: number,
  data: object,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1, ?2, ?3, ?4, ?5, '{}', ?6, ?6, NULL, ?6, ?7, 'c')`,
    )
    .bind(at * 512 + (seq % 512), `evt_past_${seq++}`, type, id, watchlistId, at, JSON.stringify(data))
    .run();
}

/** Stores an ended stream. */
export async function streamed(
  db: D1Database,
  target: { id: string; watchlistId: string },
  { from, to, gap }: Streamed,
): Promise<void> {
  if (gap !== undefined) await unseen(db, target, gap.from, gap.to);
  await happened(db, "live.ended", target, to, { startedAt: iso(from), endedAt: iso(to), roomId: "7" });
}

/** Stores a gap in what polls saw of a target. */
export const unseen = (db: D1Database, { id }: { id: string }, from: number, to: number) =>
  db
    .prepare("UPDATE targets SET gaps = json_insert(coalesce(gaps, '[]'), '$[#]', json_array(?2, ?3)) WHERE id = ?1")
    .bind(id, from, to)
    .run();
