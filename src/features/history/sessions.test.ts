import fc from "fast-check";
import { expect, test } from "vitest";
import type { ListKey } from "../creators/creators.ts";
import type { Page } from "../../core/page.ts";
import { sessions, type SessionDeps, type SessionKey } from "./sessions.ts";

const NOW = Date.UTC(2026, 0, 5, 12);

const stateOf = (startedAt: number) => ({
  verdict: "on",
  since: startedAt,
  knownAt: null,
  room: "72",
  session: {
    id: "s",
    room: "72",
    startedAt,
    startedAfter: null,
    lastOnAt: null,
    toldAt: startedAt,
    info: null,
    peakViewers: null,
  },
  flip: null,
  baseline: false,
});

interface Somebody {
  name: string;
  startedAt: number;
  listed: boolean;
}

const LIST = "wl_b";

const listOf = ({ listed, name }: Somebody): string => (listed ? LIST : name < "c" ? "wl_a" : "wl_c");

/** As the store returns them: by watchlist, then by name. */
const depsOf = (all: (Somebody & { id: string })[], ends: number): SessionDeps => ({
  horizon: async () => ({ now: NOW, turn: 0, lastProof: NOW, lastVerdict: NOW, refused: {}, rests: new Set() }),
  async onAirByName({ watchlistId, after, until, most: max }) {
    const keyOf = (one: (typeof all)[number]): ListKey => [listOf(one), one.name, one.id];
    const textOf = (key: ListKey): string => key.join(" ");
    const looked = all
      .filter((one) => watchlistId === null || listOf(one) === watchlistId)
      .map((one) => ({ ...one, key: keyOf(one), text: textOf(keyOf(one)) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .filter(({ text }) => after === null || text > textOf(after))
      .slice(0, max);
    return {
      airing: looked
        .filter(({ text }) => until === null || text <= textOf(until))
        .map(({ id, name, startedAt, key }) => ({
          id,
          name,
          kind: "live",
          watchlistId: key[0],
          state: stateOf(startedAt),
          intervalSeconds: 60,
          consecutiveFaults: 0,
          lastOkAt: null,
          unknownSince: null,
        })),
      last: looked.length < max ? null : looked.at(-1)!.key,
    };
  },
  async list(_, { limit, after }) {
    const seqs = Array.from({ length: ends }, (_, n) => ends - n).filter((seq) => after === null || seq < after[0]);
    const items = seqs.slice(0, limit).map((seq) => ({
      id: `evt_${seq}`,
      type: "live.ended",
      targetId: `end_${seq}`,
      target: null,
      watchlistId: null,
      occurredAt: seq,
      detectedAt: seq,
      window: { from: null, to: seq },
      data: { durationSeconds: 0 },
      follows: null,
    }));
    return { items: items as never, next: seqs.length > limit ? [seqs[limit - 1]!] : null };
  },
});

const somebody = fc.record({
  name: fc.constantFrom("a", "b", "ca", "cb", "d"),
  startedAt: fc.integer({ min: 1, max: 40 }).map((minutes) => NOW - minutes * 60_000),
  listed: fc.boolean(),
});

test("each session is listed once, open ones before ended ones, however many creators are live", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(somebody, { maxLength: 700, size: "max" }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 250 }),
      fc.option(fc.integer({ min: 0, max: 40 }).map((minutes) => NOW - minutes * 60_000)),
      fc.boolean(),
      async (people, ends, limit, since, ofList) => {
        const all = people.map((one, n) => ({ ...one, id: `tgt_${n}` }));
        const deps = depsOf(all, ends);
        const filter = { ...(since === null ? {} : { since }), ...(ofList ? { watchlistId: LIST } : {}) };
        const seen: string[] = [];
        const starts: number[] = [];
        let page: Page<SessionKey> = { limit, after: null };
        for (let pages = 0; ; pages++) {
          const { items, next } = await sessions(filter, page, deps);
          expect(items.length).toBeLessThanOrEqual(limit);
          seen.push(...items.map(({ targetId }) => targetId));
          starts.push(...items.flatMap(({ endedAt, startedAt }) => (endedAt === null ? startedAt : [])));
          if (next === null) break;
          // Cursors are JSON.
          page = { limit, after: JSON.parse(JSON.stringify(next)) as SessionKey };
          expect(pages).toBeLessThan(people.length + ends + 2);
        }
        const open = all.filter(
          ({ startedAt, listed }) => (since === null || startedAt >= since) && (!ofList || listed),
        );
        expect(seen.slice(0, open.length).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
        expect(seen.slice(open.length)).toEqual(Array.from({ length: ends }, (_, n) => `end_${ends - n}`));
        if (all.length <= 200) expect(starts).toEqual(starts.toSorted((a, b) => b - a));
      },
    ),
    { numRuns: 60 },
  );
});

test("a creator whose state says nothing of a stream has no session, whatever the list of live ones says", async () => {
  const deps = depsOf([{ id: "tgt_1", name: "a", startedAt: NOW - 60_000, listed: true }], 0);
  const blank: SessionDeps = {
    ...deps,
    async onAirByName(query) {
      const page = await deps.onAirByName(query);
      return { ...page, airing: page.airing.map((one) => ({ ...one, state: { ...stateOf(NOW), session: null } })) };
    },
  };
  expect((await sessions({}, { limit: 9, after: null }, deps)).items).toHaveLength(1);
  expect(await sessions({}, { limit: 9, after: null }, blank)).toEqual({ items: [], next: null });
});
