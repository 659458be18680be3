import { API_BASES } from "../../src/channels/bases.ts";
import type { Event } from "../../src/core/event.ts";
import type { DeliverDeps } from "../../src/engine/deliver/deliver.ts";
import type { Settlement, Taken, TakenChannel } from "../../src/engine/deliver/outbox.ts";
import { startEvent } from "./messages.ts";

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
    pictures: { drawer: async () => null, publicUrl: null, mostFiles: 0, writeTable: () => new Uint8Array() },
    ...more,
  };
  return { deps, settlements, bugs };
}

/** The event of a run about one start. */
export const one = { events: new Map([[startEvent.id, startEvent]]) };
