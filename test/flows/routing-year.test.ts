import { expect, test } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import type { DeliveryItem } from "../../src/core/delivery.ts";
import { eventId } from "../../src/core/ids.ts";
import type { Event } from "../../src/core/event.ts";
import { isQuiet } from "../../src/core/quiet-hours.ts";
import type { Subscription } from "../../src/features/alerts/resource/subscription.ts";
import { release } from "../../src/engine/route/release.ts";
import { idOf, type PlannedDelivery } from "../../src/engine/commit.ts";
import type { RoutedChannel } from "../../src/engine/route/match.ts";
import { route, type RouteDeps } from "../../src/engine/route/route.ts";
import { dice } from "../support/mutations.ts";

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const STEP = 20 * 60_000;
const COOLDOWN_SECONDS = 5400;

interface Row extends PlannedDelivery {
  id: string;
  madeAt: number;
  summary: string | null;
  sentAt: number | null;
}

/** The first kind of each way of routing: edited or not, grouped or each alone. */
const ways = Object.values(channelKinds).filter(
  ({ editing, groups }, place, all) =>
    all.findIndex((one) => !one.editing === !editing && one.groups === groups) === place,
);

const channels: RoutedChannel[] = ways.map(({ kind }) => ({
  id: `ch_${kind}`,
  kind,
  enabled: true,
  disabledReason: null,
}));

const subscription = (channelId: string, over: Partial<Subscription>): Subscription => ({
  id: `sub_${channelId}`,
  name: channelId,
  watchlistId: null,
  targetId: null,
  channelId,
  events: ["live.*"],
  enabled: true,
  mention: null,
  template: {},
  cooldownSeconds: 0,
  group: true,
  onEnd: "edit",
  factsMissing: "tell",
  quietHours: null,
  filters: [],
  createdAt: 1,
  updatedAt: 1,
  revision: 0,
  ...over,
});

/** The rows of the outbox in memory. Pending ones are sent at the end of each tick. */
class Outbox implements RouteDeps {
  readonly rows = new Map<string, Row>();
  readonly events = new Map<string, Event>();
  readonly #subscriptions: Subscription[];

  constructor(subscriptions: Subscription[]) {
    this.#subscriptions = subscriptions;
  }

  routes = async () => ({ subscriptions: this.#subscriptions, channels, silences: [] });

  earlier: RouteDeps["earlier"] = async (requested) =>
    requested.flatMap(({ channelId, eventId: id, detectedAt }) =>
      [...this.rows.values()]
        .filter(
          (row) =>
            row.channelId === channelId && row.madeAt === detectedAt && row.items.some(({ event }) => event === id),
        )
        .map((row) => {
          const displayed = row.summary === null ? row : this.rows.get(row.summary)!;
          return {
            channelId,
            eventId: id,
            deliveryId: displayed.id,
            status: displayed.status,
            heldUntil: row.heldUntil,
          };
        }),
    );

  mentions = async () => new Map();
  followed: RouteDeps["followed"] = async (ids) => ids.flatMap((id) => this.events.get(id) ?? []);

  cooling: RouteDeps["cooling"] = async (requested) =>
    new Set(
      requested.flatMap(({ channelId, targetId, type, after }, place) => {
        const notified = [...this.rows.values()].some(
          (row) =>
            row.channelId === channelId &&
            row.madeAt > after &&
            row.status !== "suppressed" &&
            row.items.some(
              ({ event }) => this.events.get(event)!.targetId === targetId && this.events.get(event)!.type === type,
            ),
        );
        return notified ? [place] : [];
      }),
    );

  add(planned: PlannedDelivery[], now: number): void {
    for (const one of planned) {
      const id = idOf(one, now);
      expect(this.rows.has(id)).toBe(false);
      this.rows.set(id, { ...one, id, madeAt: now, summary: null, sentAt: null });
    }
  }

  release = (now: number) =>
    release(now, {
      dueHeld: async () =>
        [...this.rows.values()]
          .filter(
            ({ status, summary, heldUntil }) =>
              status === "held" && summary === null && heldUntil !== null && heldUntil <= now,
          )
          .map((row) => ({
            id: row.id,
            channelId: row.channelId,
            channelKind: row.channelId.slice(3),
            items: row.items,
            heldUntil: row.heldUntil!,
          })),
      summarize: async (summaries) => {
        for (const { id, channelId, items, holds } of summaries) {
          const row: Row = {
            id,
            joins: false,
            urgent: false,
            channelId,
            status: "pending",
            reason: null,
            items,
            edits: null,
            heldUntil: null,
            openUntil: 0,
            madeAt: now,
            summary: null,
            sentAt: null,
          };
          this.rows.set(id, row);
          for (const held of holds) this.rows.get(held)!.summary = id;
        }
      },
    });

  send(now: number): void {
    for (const row of this.rows.values())
      if (row.status === "pending") Object.assign(row, { status: "sent", sentAt: now });
  }

  /** The rows of the last day suffice for lookups; older ones are checked and dropped. */
  older(than: number): Row[] {
    const done = [...this.rows.values()].filter(
      (row) => row.madeAt < than && (row.status !== "held" || row.summary !== null),
    );
    for (const { id } of done) this.rows.delete(id);
    return done;
  }
}

test.each(["Europe/Berlin", ...(process.env["LONG"] ? ["America/New_York"] : [])])(
  "a year in %s: each event is sent exactly once to each channel, or visibly not",
  async (timezone) => {
    const quietHours = { from: "23:00", to: "07:00", timezone, action: "hold" as const };
    const [dropping, resting, ...rest] = channels.map(({ id }) => id);
    const outbox = new Outbox([
      subscription(resting!, { quietHours, cooldownSeconds: COOLDOWN_SECONDS }),
      subscription(dropping!, { quietHours: { ...quietHours, action: "drop" } }),
      ...rest.map((id) => subscription(id, { quietHours })),
    ]);
    const roll = dice(timezone.length);
    const live = new Map<number, Event>();
    const fates = new Map<string, string[]>();
    const note = (channelId: string, items: DeliveryItem[], fate: string) => {
      for (const { event } of items)
        fates.set(`${channelId} ${event}`, [...(fates.get(`${channelId} ${event}`) ?? []), fate]);
    };
    const settle = (rows: Row[]) => {
      for (const row of rows) {
        note(row.channelId, row.items, row.status);
        if (row.status === "suppressed") expect(row.reason).not.toBeNull();
        if (row.status === "sent" && row.edits === null && row.channelId !== dropping)
          expect(isQuiet(quietHours, row.sentAt!)).toBe(false);
      }
    };
    let count = 0;
    for (let now = START; now < START + 365 * DAY; now += STEP) {
      const found: Event[] = [];
      for (let creator = 0; creator < 6; creator++) {
        if (roll() >= 0.05) continue;
        const start = live.get(creator);
        const type = start === undefined ? "live.started" : "live.ended";
        const event: Event = {
          id: eventId(`tgt_${creator}`, type, String(now)),
          type,
          targetId: `tgt_${creator}`,
          watchlistId: "wl_default",
          target: { name: `Creator ${creator}`, kind: "live", params: {} },
          occurredAt: now,
          detectedAt: now,
          window: { from: null, to: now },
          data: {},
          follows: start === undefined ? null : { eventId: start.id, detectedAt: start.detectedAt },
        };
        if (start === undefined) live.set(creator, event);
        else live.delete(creator);
        found.push(event);
      }
      count += found.length;
      for (const event of found) outbox.events.set(event.id, event);
      const batch = { tick: now, slot: 0, batches: 1, grant: 0, careful: false, targets: [] };
      outbox.add((await route(found, batch, outbox)).deliveries, now);
      await outbox.release(now);
      outbox.send(now);
      if (now % DAY === 0) settle(outbox.older(now - 3 * DAY));
    }
    await outbox.release(START + 366 * DAY);
    outbox.send(START + 365 * DAY + 12 * 3_600_000);
    settle([...outbox.rows.values()]);
    expect(count).toBeGreaterThan(5000);
    expect(fates.size).toBe(count * channels.length);
    const kinds = new Map<string, number>();
    for (const fate of fates.values())
      kinds.set(fate.toSorted().join("+"), (kinds.get(fate.toSorted().join("+")) ?? 0) + 1);
    expect([...kinds.keys()].toSorted()).toEqual(["held+sent", "sent", "suppressed"]);
  },
);
