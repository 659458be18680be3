import { idList } from "./id-rows.ts";
import type { Row } from "./row.ts";

/** The most of one channel in one run; the rest goes on in the next. */
const MOST_OF_A_CHANNEL = 60;

/** As many are listed at a time, and so often: of a channel that has more than that due alone, others are found behind it. */
const LISTED = 10_000;
const MOST_LISTS = 3;

/**
 * The condition that the delivery `d` is due `at` a tick time: complete for its tick (`complete`) or no longer gathered,
 * and no edit whose message is still to be sent.
 */
export const due = (at: string, complete: string): string => `${ripe(at, complete)} AND ${HEAD}`;

const ripe = (at: string, complete: string): string => `d.status = 'pending' AND d.next_attempt_at <= ${at}
  AND (d.closed = 1 OR d.open_until <= ${at} OR d.made_at = ${complete})`;

const HEAD = "NOT EXISTS (SELECT 1 FROM deliveries s WHERE s.id = d.edits AND s.status = 'pending')";

const FREE = `(d.lease_until <= ?1 OR d.taker = ?3)
  AND NOT EXISTS (SELECT 1 FROM editions w WHERE w.id = d.edition AND w.content IS NULL)`;

/** What the run ?3 may send at ?1 where ?2 is complete: due, nobody else's, and no digest that is still to be written. */
export const SENDABLE = `${due("?1", "?2")} AND ${FREE}`;

export interface Claim {
  /** Tick time, epoch ms. */
  now: number;
  most: number;
  /** A tick whose batches are all in, epoch ms. */
  complete: number | null;
  /** The same again finds what it has claimed already. */
  taker: string;
}

/** What a run is to claim, by its place in the table, and the channels that it is for. */
export interface DueList {
  seqs: number[];
  channels: string[];
  /** True where more is due than is to be claimed. */
  more: boolean;
  /** True where another run has a channel for which something is due. */
  busy: boolean;
}

/**
 * Lists what is due but for those `aside`, of each channel one before another of any, and of none more than a run sends: two
 * rows for each that is due, one where nothing is. What a run claims of it is judged anew.
 */
export async function dueList(db: D1Database, claim: Claim, aside: string[]): Promise<DueList> {
  const free = new Map<string, number[]>();
  const occupied = new Set<string>();
  let more = false;
  for (let list = 0; list < MOST_LISTS; list++) {
    const enough = [...free].flatMap(([channel, seqs]) => (seqs.length < MOST_OF_A_CHANNEL ? [] : channel));
    const rows = await listed(db, claim, aside, [...enough, ...occupied]);
    for (const [channel, all] of Map.groupBy(rows, ([, channel]) => channel)) {
      if (all.some(([, , busy]) => busy === 1)) {
        occupied.add(channel);
        continue;
      }
      const first = all.slice(0, MOST_OF_A_CHANNEL);
      free.set(
        channel,
        first.map(([seq]) => seq),
      );
      more ||= first.length < all.length;
    }
    if (rows.length < LISTED) break;
  }
  const seqs = inTurn([...free.values()], claim.most);
  const channels = [...free].flatMap(([channel, own]) => (seqs.has(own[0]!) ? channel : []));
  const all = [...free.values()].reduce((sum, own) => sum + own.length, 0);
  return { seqs: [...seqs], channels, more: more || all > seqs.size, busy: occupied.size > 0 };
}

/** Of each queue the first, then of each the second, and so on. */
function inTurn(queues: number[][], most: number): Set<number> {
  const taken = new Set<number>();
  for (let place = 0; place < MOST_OF_A_CHANNEL; place++)
    for (const queue of queues) if (place < queue.length && taken.size < most) taken.add(queue[place]!);
  return taken;
}

type Listed = [seq: number, channel: string, busy: 0 | 1];

/** As one value: ten thousand rows would take more CPU than a run has. */
async function listed(db: D1Database, claim: Claim, aside: string[], without: string[]): Promise<Listed[]> {
  const row = await db
    .prepare(
      `SELECT json_group_array(json_array(seq, channel, busy)) AS listed FROM (
         SELECT d.seq, c.id AS channel, c.lease_until > ?1 AND c.taker IS NOT ?3 AS busy
         FROM deliveries d INDEXED BY deliveries_due CROSS JOIN channels c ON c.id = d.channel_id
         WHERE ${ripe("?1", "?2")} AND ${FREE}
           AND (c.lease_until > ?1 AND c.taker IS NOT ?3 OR c.paused_until <= ?1 AND ${HEAD})
           ${notAmong("d.id", aside)} ${notAmong("c.id", without)}
         ORDER BY d.next_attempt_at, d.seq LIMIT ${LISTED})`,
    )
    .bind(claim.now, claim.complete, claim.taker)
    .first<Row>();
  return JSON.parse(String(row!["listed"])) as Listed[];
}

/** Looking through an empty list would be a row for each. */
const notAmong = (column: string, ids: string[]): string =>
  ids.length === 0 ? "" : `AND ${column} NOT IN (${idList(ids)})`;
