import { type AnyChannelKind, channelKinds } from "../../channels/registry.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import type { Message } from "../../core/notice.ts";
import { filledTemplate } from "../../core/template.ts";
import { idList, idRows, type Row } from "../../db/row.ts";

/** Reports whether each creator has its own thread. False if no key decrypts the settings. */
export const postsInThreads = (kind: AnyChannelKind, settings: unknown): boolean =>
  settings !== null && (kind.threads?.name(settings) ?? null) !== null;

/** The owner of an event's thread: its target's id, "" for events about none. */
export const threadOwner = (event: Event | undefined): string => event?.targetId ?? "";

/** The title for the thread of a message; null if the channel does not post in threads. */
export function threadNameOf(
  kind: AnyChannelKind,
  settings: unknown,
  { items }: Pick<Message, "items">,
  language: Language,
): string | null {
  const template = settings === null ? null : (kind.threads?.name(settings) ?? null);
  const event = items[0]?.event;
  if (template === null || event === undefined) return template === null ? null : "";
  if (event.targetId === null) return items[0]!.notice.title;
  const filled = filledTemplate(template, event, null, language);
  return filled.map((phrase) => (typeof phrase === "string" ? phrase : "")).join("");
}

/** Limit on the deliveries of one channel in a run. Later runs send the rest. */
const MAX_OF_A_CHANNEL = 60;

/** Number of deliveries of each channel that are listed first, for every hundred that the run may send. */
const LISTED_A_HUNDRED = 1;

/**
 * Kinds whose channels get one message per event. An event's delivery must not be overtaken by those of later events.
 */
const UNGROUPED = Object.values(channelKinds)
  .filter(({ groups }) => !groups)
  .map(({ kind }) => `'${kind}'`)
  .join();

/**
 * The condition that the delivery `d` is due `at` a tick time. Its tick must be `complete`, or it gathers nothing any
 * more. If it is an edit, the message that it edits must not be pending.
 */
export const due = (at: string, complete: string): string => `${ripe(at, complete)} AND ${HEAD}`;

const ripe = (at: string, complete: string): string => `d.status = 'pending' AND d.next_attempt_at <= ${at}
  AND (d.closed = 1 OR d.open_until <= ${at} OR d.made_at = ${complete})`;

const HEAD = "NOT EXISTS (SELECT 1 FROM deliveries s WHERE s.id = d.edits AND s.status = 'pending')";

/** The delivery edits a message. New messages go first, and edits that were refused go last. */
export const IS_EDIT = "(d.edits IS NOT NULL OR d.board IS NOT NULL AND d.message_ref IS NOT NULL)";

const FREE = `(d.lease_until <= ?1 OR d.taker = ?3)
  AND NOT EXISTS (SELECT 1 FROM editions w WHERE w.id = d.edition AND w.content IS NULL)`;

/**
 * What the run ?3 may send at ?1, with ?2 complete: due, unclaimed, and not of a digest that is still to be written.
 */
export const SENDABLE = `${due("?1", "?2")} AND ${FREE}`;

export interface Claim {
  /** Tick time, epoch ms. */
  now: number;
  most: number;
  /** A tick whose batches have all finished, epoch ms. */
  complete: number | null;
  /** Identifies the run. A repeated claim finds what it has already claimed. */
  taker: string;
}

/** The deliveries that a run is to claim, by `seq`, and their channels. */
export interface DueList {
  seqs: number[];
  channels: string[];
  /** True if more is due than the run claims. */
  more: boolean;
  /** True if another run has claimed a channel for which something is due. */
  busy: boolean;
  /** True if there are folded deliveries. */
  folded: boolean;
}

/** Pending deliveries of a channel: due time (tick time) and `seq` of each. */
interface Queue {
  channel: string;
  busy: boolean;
  due: [at: number, seq: number][];
}

/**
 * Lists what is due except the deliveries in `aside`, taking turns between channels, within the limits of a channel and
 * of the run, new messages before edits. Reads a few rows for each channel with pending deliveries, two for each claimed
 * one, and two for each due edit; one row if nothing is due. Claiming checks everything again. `folded` is the tick (epoch ms) of the oldest folded deliveries,
 * null for none: ungrouped channels get nothing that is due later.
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

/** Number of deliveries taken if each channel gives up to `each`. */
const takenWithin = (queues: Queue[], each: number): number =>
  queues.reduce((sum, { due }) => sum + Math.min(each, due.length), 0);

/** Channels with more due than was listed, if the run has capacity for more. */
const longer = (queues: Queue[], each: number, max: number): Queue[] =>
  each === MAX_OF_A_CHANNEL || takenWithin(queues, each) >= max ? [] : queues.filter(({ due }) => due.length > each);

/** A larger share for the channels with more, from what the others leave: at least twice the previous one. */
const shareOf = (queues: Queue[], long: number, each: number, max: number): number =>
  Math.min(MAX_OF_A_CHANNEL, Math.max(2 * each, Math.ceil((max - takenWithin(queues, each)) / long) + each));

const inOrder = ({ due: [one] }: Queue, { due: [other] }: Queue): number => one![0] - other![0] || one![1] - other![1];

/** Takes the first of each queue, then the second of each, and so on. */
function inTurn(queues: number[][], max: number): Set<number> {
  const taken = new Set<number>();
  for (let place = 0; place < MAX_OF_A_CHANNEL; place++)
    for (const queue of queues) if (place < queue.length && taken.size < max) taken.add(queue[place]!);
  return taken;
}

/**
 * The channels with pending deliveries, one index lookup each; none if nothing is due at any channel. Messages that
 * still gather events while a tick's other batches run do not count: there is at most one for each channel.
 */
const WAITING = `WITH RECURSIVE waiting (id) AS (
  SELECT * FROM (SELECT channel_id FROM deliveries INDEXED BY deliveries_waiting WHERE status = 'pending'
    AND EXISTS (SELECT 1 FROM deliveries d INDEXED BY deliveries_due WHERE ${ripe("?1", "?2")})
    ORDER BY channel_id LIMIT 1)
  UNION ALL SELECT (SELECT channel_id FROM deliveries INDEXED BY deliveries_waiting
    WHERE status = 'pending' AND channel_id > w.id ORDER BY channel_id LIMIT 1) FROM waiting w WHERE w.id IS NOT NULL)`;

interface Listing {
  aside: string[];
  folded: number | null;
  /** Number listed for each channel, plus one if there are more. */
  each: number;
  /** Limits the list to these channels. */
  only?: string[];
}

/** Lists the queues in one JSON value, because thousands of rows would take more CPU time than a run has. */
async function listed(
  db: D1Database,
  { now, complete, taker }: Claim,
  { aside, folded, each, only }: Listing,
): Promise<{ queues: Queue[]; folded: boolean }> {
  const busy = "c.lease_until > ?1 AND c.taker IS NOT ?3";
  const some = (where: string, first: string) => `SELECT * FROM (
    SELECT d.next_attempt_at, d.seq FROM deliveries d INDEXED BY deliveries_waiting
    WHERE ${where} AND d.channel_id = c.id AND d.next_attempt_at <= iif(c.kind IN (${UNGROUPED}), min(?1, coalesce(?4, ?1)), ?1)
      AND ${ripe("?1", "?2")} AND ${FREE} AND (${busy} OR ${HEAD}) ${notAmong("d.id", aside)}
    ORDER BY ${first} d.next_attempt_at, d.seq LIMIT ${each + 1})`;
  const edits = some(`c.kind NOT IN (${UNGROUPED}) AND ${IS_EDIT}`, "d.attempts <> '[]',");
  const row = await db
    .prepare(
      `${only === undefined ? WAITING : `WITH waiting (id) AS (${idRows(only)})`}
       SELECT EXISTS (SELECT 1 FROM fanouts) AS folded,
         (SELECT json_group_array(json_object('channel', c.id, 'busy', json(iif(${busy}, 'true', 'false')), 'due', json((
           SELECT json_group_array(json_array(next_attempt_at, seq)) FROM (
             ${some(`NOT ${IS_EDIT}`, "")} UNION ALL ${edits} LIMIT ${each + 1})))))
         FROM waiting w CROSS JOIN channels c ON c.id = w.id WHERE ${busy} OR c.paused_until <= ?1) AS queues`,
    )
    .bind(now, complete, taker, folded)
    .first<Row>();
  const queues = (JSON.parse(String(row!["queues"])) as Queue[]).filter(({ due }) => due.length > 0);
  return { queues, folded: row!["folded"] === 1 };
}

/** Omits the condition if the list is empty. */
const notAmong = (column: string, ids: string[]): string =>
  ids.length === 0 ? "" : `AND ${column} NOT IN (${idList(ids)})`;
