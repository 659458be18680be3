import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_COMMIT } from "../../src/engine/commit.ts";
import type { Event } from "../../src/core/event.ts";
import type { EventFilter } from "../../src/core/filter.ts";
import type { SeqKey } from "../../src/core/page.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { eventStore } from "../../src/features/history/event-store.ts";
import { startEvent } from "../support/messages.ts";
import { runs } from "../support/runs.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";

const T = Date.UTC(2026, 0, 5, 12);
const TYPES = ["live.started", "live.ended", "live.no_show", "ranking.moved", "upstream.drifted"];
const FILTERS = [undefined, "*", "live.*", "ranking.*", "none.*", ...TYPES];

const happening = fc.record({
  type: fc.constantFrom(...TYPES),
  target: fc.integer({ min: 0, max: 2 }),
  list: fc.integer({ min: 0, max: 2 }),
  /** False for a commit that lost a race and is not written. */
  unmoved: fc.boolean(),
  again: fc.boolean(),
});

/** Commits at ticks some seconds apart, in any order, so that some are late. */
const commits = fc.array(
  fc.record({ second: fc.integer({ min: 0, max: 60 }), events: fc.array(happening, { minLength: 1, maxLength: 12 }) }),
  { maxLength: 12 },
);

const filters = fc.record({
  type: fc.constantFrom(...FILTERS),
  targetId: fc.constantFrom(undefined, undefined, "tgt_0", "tgt_1", "tgt_none"),
  watchlistId: fc.constantFrom(undefined, undefined, "wl_0", "wl_1", "wl_none"),
  since: fc.option(fc.integer({ min: T - 5000, max: T + 65_000 }), { nil: undefined }),
  until: fc.option(fc.integer({ min: T - 5000, max: T + 65_000 }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 30 }),
});

const fits = (event: Event, { type = "*", targetId, watchlistId, since = 0, until = Infinity }: EventFilter): boolean =>
  (type.endsWith("*") ? event.type.startsWith(type.slice(0, -1)) : event.type === type) &&
  (targetId === undefined || event.targetId === targetId) &&
  (watchlistId === undefined || event.watchlistId === watchlistId) &&
  event.detectedAt >= since &&
  event.detectedAt <= until;

test("in any order of commits, paging through a list shows each matching event once, newest first", async () => {
  await fc.assert(
    fc.asyncProperty(commits, fc.array(filters, { minLength: 1, maxLength: 6 }), async (all, requested) => {
      const db = await migratedSqlite();
      for (const [place, { second, events }] of all.entries()) {
        const tick = T + second * 1000;
        // A missing target has no revision to compare.
        const found = events.map((one, n): Event => ({
          ...startEvent,
          id: one.again ? "evt_again" : `evt_${place}_${n}`,
          type: one.type,
          targetId: one.unmoved ? null : "tgt_gone",
          watchlistId: `wl_${one.list}`,
          detectedAt: tick,
        }));
        await commit(db, { ...EMPTY_COMMIT, id: `commit ${place}`, tick, events: found, revisions: { tgt_gone: 1 } });
        const owner = events.map(({ target }, n) => `WHEN 'evt_${place}_${n}' THEN 'tgt_${target}'`).join(" ");
        await db.prepare(`UPDATE events SET target_id = CASE id ${owner} ELSE target_id END`).run();
      }
      const store = eventStore(db);
      const { items: whole } = await store.list({}, { limit: 1000, after: null });
      for (const { limit, ...filter } of requested) {
        const seen: Event[] = [];
        let after: SeqKey | null = null;
        do {
          const page: Awaited<ReturnType<typeof store.list>> = await store.list(filter, { limit, after });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items);
          after = page.next;
        } while (after !== null);
        expect(seen.map(({ id }) => id)).toEqual(whole.filter((one) => fits(one, filter)).map(({ id }) => id));
      }
    }),
    { numRuns: runs(60) },
  );
});
