import { EMPTY_COMMIT, type PlannedDelivery } from "../../src/engine/commit.ts";
import type { Settled, Settlement, Taken, TakenChannel } from "../../src/engine/deliver/outbox.ts";
import { placeOf } from "../../src/features/channels/resource/settings.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { InFlight } from "../../src/engine/poll/batch.ts";
import { outboxStore } from "../../src/engine/deliver/outbox-store.ts";
import { openVault } from "../../src/db/vault.ts";
import type { Event } from "../../src/core/event.ts";
import type { Json } from "../../src/core/json.ts";
import { startEvent } from "./messages.ts";
import { API_BASES } from "../../src/channels/registry.ts";
import type { DeliverDeps } from "../../src/engine/deliver/run.ts";

/** The tick of a run, also its wall clock. */
export const NOW = 1_800_000_000_000;

/** A taken delivery of one event. */
export const delivery = (id: string, event: Event, channelId = "ch_1") => ({
  id,
  channelId,
  items: [{ event: event.id, mentions: [] }],
  attempts: [],
  edits: null,
  edition: null,
  board: null,
  messageRef: null,
  madeAt: NOW,
});

/** A Slack channel that a run has taken. */
export const channel = (id: string): TakenChannel => ({
  id,
  updatedAt: 0,
  kind: "slack",
  name: "c",
  enabled: true,
  disabledReason: null,
  failure: null,
  recoveredAt: null,
  language: null,
  pauses: null,
  pacedUntil: 0,
  failingSince: null,
  settings: { url: "https://hooks.slack.com/services/T/B/x" },
  threads: null,
  linked: [],
});

/** A run that has claimed these deliveries, and their outcomes. */
export function running(taken: Pick<Taken, "deliveries" | "channels" | "events">, more: Partial<DeliverDeps> = {}) {
  const settlements: Settlement[] = [];
  const bugs: unknown[] = [];
  const deps: DeliverDeps = {
    take: async () => ({ taker: "run", more: false, busy: false, ...taken }),
    send: async () => ({ status: 200, headers: {}, body: "ok", error: null }),
    settle: async ({ deliveries }) => {
      settlements.push(...deliveries);
      return 0;
    },
    divide: async () => undefined,
    free: async () => undefined,
    follow: async () => null,
    left: () => 100,
    count: () => undefined,
    random: () => 0,
    wallNow: () => NOW,
    language: "en",
    sideBySide: 6,
    sleep: async () => undefined,
    edition: async () => null,
    board: async () => null,
    bug: (thrown) => bugs.push(thrown),
    bases: API_BASES,
    unsubscribeLinks: { to: () => null },
    presses: new Set<string>(),
    pictures: { drawer: async () => null, publicUrl: null, mostFiles: 0, writeTable: () => new Uint8Array() },
    ...more,
  };
  return { deps, settlements, bugs };
}

/** The event of a run about one start. */
export const one = { events: new Map([[startEvent.id, startEvent]]) };

export const LEASE_MS = 120_000;

type Row = Record<string, string | number | null>;

/** The outbox of a database, with helpers to fill and inspect it. */
export function tellingOn(db: D1Database) {
  const vault = openVault([["k1", new Uint8Array(32).fill(7)]]);
  const inFlight = new InFlight();
  const clock = { wall: 1_000_000 };
  let commits = 0;
  /** A separate process, which does not know what others have in flight. */
  const process = (over = db, sending = new InFlight()) =>
    outboxStore(over, vault, sending, { leaseMs: LEASE_MS, wallNow: () => clock.wall });
  return {
    db,
    clock,
    inFlight,
    process,
    outbox: process(db, inFlight),

    async channel(id: string, more: Row = {}, settings: Json = { url: `https://hooks.slack.com/services/T/B/${id}` }) {
      const row: Row = {
        id,
        kind: "slack",
        name: id,
        enabled: 1,
        masked: "{}",
        sealed: await vault.seal(settings, placeOf(id)),
        created_at: 0,
        updated_at: 0,
        ...more,
      };
      await insert(db, "channels", row);
    },

    /** Commits deliveries at `tick` with an event for each of their lines. */
    async tell(tick: number, ...planned: (Partial<PlannedDelivery> & { id: string; channelId: string })[]) {
      const deliveries = planned.map((one): PlannedDelivery => ({
        joins: false,
        urgent: false,
        status: "pending",
        reason: null,
        items: [{ event: `evt_${one.id}`, mentions: [] }],
        edits: null,
        heldUntil: null,
        openUntil: 0,
        ...one,
      }));
      const events = deliveries.flatMap(({ items }) =>
        items.map(({ event }): Event => ({ ...startEvent, id: event, targetId: null, detectedAt: tick })),
      );
      await commit(db, { ...EMPTY_COMMIT, id: `commit ${commits++}`, tick, events, deliveries });
    },

    async row(id: string, table = "deliveries"): Promise<Row> {
      return (await db.prepare(`SELECT * FROM ${table} WHERE id = ?1`).bind(id).first<Row>())!;
    },

    async ids(where = "true", table = "deliveries"): Promise<string[]> {
      const { results } = await db
        .prepare(`SELECT id FROM ${table} WHERE ${where} ORDER BY rowid`)
        .all<{ id: string }>();
      return results.map(({ id }) => id);
    },

    insert: (table: string, row: Row) => insert(db, table, row),
    run: (text: string) => db.prepare(text).run(),
  };
}

export type Telling = ReturnType<typeof tellingOn>;

async function insert(db: D1Database, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await db
    .prepare(
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map((_, n) => `?${n + 1}`).join()})`,
    )
    .bind(...Object.values(row))
    .run();
}

export const idsOf = ({ deliveries }: Taken): string[] => deliveries.map(({ id }) => id);

const attemptAt = (at: number, status: number | null) => ({
  at,
  status,
  error: status === 200 ? null : "failed",
  durationMs: 1,
});

export const sentAt = (id: string, at: number, more: Partial<Settlement> = {}): Settlement => ({
  id,
  status: "sent",
  reason: null,
  attempt: attemptAt(at, 200),
  nextAttemptAt: null,
  sentAt: at,
  messageRef: "7",
  updated: null,
  exchange: null,
  ...more,
});

export const failedAt = (id: string, at: number, nextAttemptAt: number): Settlement => ({
  ...sentAt(id, at),
  status: "pending",
  attempt: attemptAt(at, 500),
  sentAt: null,
  messageRef: null,
  nextAttemptAt,
});

export const settledOf = (taken: Taken, deliveries: Settlement[], more: Partial<Settled> = {}): Settled => ({
  taker: taken.taker,
  deliveries,
  channel: null,
  arrived: null,
  leaves: null,
  ...more,
});

/** What an attempt may say about a channel. */
export const reported = ({ id, updatedAt }: TakenChannel) => ({
  id,
  updatedAt,
  pausedUntil: null,
  pauses: null,
  pacedUntil: null,
  disabledReason: null,
  enabledAgain: false,
  failingSince: null,
  failure: null,
  recoveredAt: null,
});

/** The same database, losing some batches: before or after they run. */
export function losing(db: D1Database, lost: (batch: number) => "before" | "after" | null): D1Database {
  let batches = 0;
  return {
    prepare: (text: string) => db.prepare(text),
    async batch(statements: D1PreparedStatement[]) {
      const fate = lost(++batches);
      if (fate === "before") throw new Error("Network connection lost");
      const results = await db.batch(statements);
      if (fate === "after") throw new Error("Network connection lost");
      return results;
    },
  } as unknown as D1Database;
}
