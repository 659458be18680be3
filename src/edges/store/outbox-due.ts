import { channelKinds } from "../../channels/registry.ts";
import { idList, idRows } from "./id-rows.ts";
import type { Row } from "./row.ts";

/** The most of one channel in one run; the rest goes on in the next. */
const MAX_OF_A_CHANNEL = 60;

/** As many of each channel are listed at first, for each hundred that the run may send. */
const LISTED_A_HUNDRED = 1;

/** Their channels get one message an event: what is made of an event later is told later. */
const UNGROUPED = Object.values(channelKinds)
  .filter(({ groups }) => !groups)
  .map(({ kind }) => `'${kind}'`)
  .join();

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
  /** True where commits left deliveries folded. */
  folded: boolean;
}

/** What waits at a channel: when each is due (tick time) and its place. */
interface Queue {
  channel: string;
  busy: boolean;
  due: [at: number, seq: number][];
}

/**
 * Lists what is due but for those `aside`, of each channel one before another of any, and of none more than a run sends: it
 * reads some rows for each channel at which something waits and two for each that is claimed, however much waits; one where
 * nothing is due. What a run claims of it is judged anew. Of what gets one message an event nothing goes that is due after
 * `folded`, the tick (epoch ms) of what is still to be made; null where that is nothing.
 */
export async function dueList(db: D1Database, claim: Claim, aside: string[], folded: number | null): Promise<DueList> {
  let each = Math.min(MAX_OF_A_CHANNEL, Math.ceil((LISTED_A_HUNDRED * claim.most) / 100));
  const { queues: all, ...found } = await listed(db, claim, { aside, folded, each });
  const queues = all.filter(({ busy }) => !busy);
  for (let only = longer(queues, each, claim.most); only.length > 0; only = longer(queues, each, claim.most)) {
    each = shareOf(queues, only.length, each, claim.most);
    const names = only.map(({ channel }) => channel);
    const again = new Map(
      (await listed(db, claim, { aside, folded, each, only: names })).queues.map((one) => [one.channel, one.due]),
    );
    for (const one of only) one.due = again.get(one.channel) ?? [];
  }
  const ordered = queues.filter(({ due }) => due.length > 0).sort(inOrder);
  const seqs = inTurn(
    ordered.map(({ due }) => due.slice(0, each).map(([, seq]) => seq)),
    claim.most,
  );
  const channels = ordered.flatMap(({ channel, due }) => (seqs.has(due[0]![1]) ? channel : []));
  const max = ordered.reduce((sum, { due }) => sum + due.length, 0);
  return { seqs: [...seqs], channels, more: max > seqs.size, busy: all.some(({ busy }) => busy), ...found };
}

/** How many of so many each would be taken. */
const heldBy = (queues: Queue[], each: number): number =>
  queues.reduce((sum, { due }) => sum + Math.min(each, due.length), 0);

/** The channels of which more is due than was listed, while the run has room for that. */
const longer = (queues: Queue[], each: number, max: number): Queue[] =>
  each === MAX_OF_A_CHANNEL || heldBy(queues, each) >= max ? [] : queues.filter(({ due }) => due.length > each);

/** What is left to each of so many channels by those that have less; at least twice as much as before. */
const shareOf = (queues: Queue[], long: number, each: number, max: number): number =>
  Math.min(MAX_OF_A_CHANNEL, Math.max(2 * each, Math.ceil((max - heldBy(queues, each)) / long) + each));

const inOrder = ({ due: [one] }: Queue, { due: [other] }: Queue): number => one![0] - other![0] || one![1] - other![1];

/** Of each queue the first, then of each the second, and so on. */
function inTurn(queues: number[][], max: number): Set<number> {
  const taken = new Set<number>();
  for (let place = 0; place < MAX_OF_A_CHANNEL; place++)
    for (const queue of queues) if (place < queue.length && taken.size < max) taken.add(queue[place]!);
  return taken;
}

/** The channels at which something waits, one after another by the index; none where nothing is due anywhere. */
const WAITING = `WITH RECURSIVE waiting (id) AS (
  SELECT * FROM (SELECT channel_id FROM deliveries INDEXED BY deliveries_waiting WHERE status = 'pending'
    AND EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_due WHERE status = 'pending' AND next_attempt_at <= ?1)
    ORDER BY channel_id LIMIT 1)
  UNION ALL SELECT (SELECT channel_id FROM deliveries INDEXED BY deliveries_waiting
    WHERE status = 'pending' AND channel_id > w.id ORDER BY channel_id LIMIT 1) FROM waiting w WHERE w.id IS NOT NULL)`;

interface Listing {
  aside: string[];
  folded: number | null;
  /** So many of a channel, and one more where there is one. */
  each: number;
  /** These channels alone. */
  only?: string[];
}

/** As one value: thousands of rows would take more CPU than a run has. */
async function listed(
  db: D1Database,
  { now, complete, taker }: Claim,
  { aside, folded, each, only }: Listing,
): Promise<{ queues: Queue[]; folded: boolean }> {
  const busy = "c.lease_until > ?1 AND c.taker IS NOT ?3";
  const row = await db
    .prepare(
      `${only === undefined ? WAITING : `WITH waiting (id) AS (${idRows(only)})`}
       SELECT EXISTS (SELECT 1 FROM fanouts) AS folded,
         (SELECT json_group_array(json_object('channel', c.id, 'busy', json(iif(${busy}, 'true', 'false')), 'due', json((
           SELECT json_group_array(json_array(next_attempt_at, seq)) FROM (
             SELECT d.next_attempt_at, d.seq FROM deliveries d INDEXED BY deliveries_waiting
             WHERE d.channel_id = c.id AND d.next_attempt_at <= iif(c.kind IN (${UNGROUPED}), min(?1, coalesce(?4, ?1)), ?1)
               AND ${ripe("?1", "?2")} AND ${FREE} AND (${busy} OR ${HEAD}) ${notAmong("d.id", aside)}
             ORDER BY d.next_attempt_at, d.seq LIMIT ${each + 1})))))
         FROM waiting w CROSS JOIN channels c ON c.id = w.id WHERE ${busy} OR c.paused_until <= ?1) AS queues`,
    )
    .bind(now, complete, taker, folded)
    .first<Row>();
  const queues = (JSON.parse(String(row!["queues"])) as Queue[]).filter(({ due }) => due.length > 0);
  return { queues, folded: row!["folded"] === 1 };
}

/** Looking through an empty list would be a row for each. */
const notAmong = (column: string, ids: string[]): string =>
  ids.length === 0 ? "" : `AND ${column} NOT IN (${idList(ids)})`;
