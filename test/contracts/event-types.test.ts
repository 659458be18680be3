import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Change, Event } from "../../src/core/event.ts";
import type { EventFilter } from "../../src/core/filter.ts";
import { LANGUAGES } from "../../src/core/language.ts";
import type { SeqKey } from "../../src/core/page.ts";
import { placeholdersIn } from "../../src/core/template.ts";
import type { OperatorNews } from "../../src/core/drift-detector.ts";
import { EMPTY_COMMIT } from "../../src/engine/commit.ts";
import { messageOf } from "../../src/engine/deliver/message.ts";
import { commit } from "../../src/engine/poll/commit-store.ts";
import { notifies } from "../../src/engine/route/match.ts";
import { type Subscription, templateForm } from "../../src/features/alerts/resource/subscription.ts";
import { eventStore } from "../../src/features/history/event-store.ts";
import { changesOf, eventType, type ChangeOf, type EventType } from "../../src/kinds/event-type.ts";
import { eventDocumented } from "../support/documented.ts";
import { asksFor, eventTypeNames, eventTypes, exampleEvent } from "../../src/kinds/events.ts";
import type { LiveChange } from "../../src/kinds/live/events.ts";
import { live } from "../../src/kinds/live/kind.ts";
import type { Judgment } from "../../src/kinds/judgment.ts";
import type { TargetKind } from "../../src/kinds/kind.ts";
import { featureEvents } from "../../build/feature-events.ts";
import { channelTest, operatorEvents } from "../../src/kinds/operator-events.ts";
import { targetTroubles } from "../../src/kinds/target-incidents.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import type { LiveState } from "../../src/kinds/live/view.ts";
import { startEvent } from "../support/messages.ts";
import { runs } from "../support/runs.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";

const T0 = Date.UTC(2026, 0, 5, 12);

const tables = [
  ...Object.values(targetKinds).map(({ events }) => events),
  targetTroubles,
  operatorEvents,
  featureEvents,
];
const rows: [string, EventType][] = [...Object.entries(eventTypes), ["channel.test", channelTest]];

test("every type of every table exists once", () => {
  expect(tables.flatMap((table) => Object.keys(table)).sort()).toEqual([...eventTypeNames].sort());
  for (const type of eventTypeNames) expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/);
});

test("the document has a schema of every type, which its example satisfies", () => {
  for (const type of eventTypeNames) eventDocumented(exampleEvent(type, "evt_1", T0));
  const unknown = { ...exampleEvent("live.started", "evt_1", T0), type: "live.rang" };
  expect(() => eventDocumented(unknown)).toThrow("live.rang has no shape: declare it in src/kinds/");
  const lacking = { ...exampleEvent("live.ended", "evt_1", T0), data: {} };
  expect(() => eventDocumented(lacking)).toThrow(
    "live.ended is not what src/kinds/live/events.ts declares: data/roomId",
  );
});

test("what is said of one who is no longer watched differs from a start, in each language", () => {
  const starts = rows.filter(([, row]) => row.unwatched !== undefined);
  expect(starts.map(([type]) => type)).toEqual(
    rows.flatMap(([, { ends }]) => (ends !== undefined && eventTypes[ends]!.urgent === true ? ends : [])),
  );
  for (const [type, row] of starts)
    for (const language of LANGUAGES) {
      const event = exampleEvent(type, "evt_1", T0);
      const start = row.words(event, language);
      const english = row.unwatched!(event, "en", { why: "paused", at: T0 + 60_000, seenAt: T0 });
      for (const why of ["removed", "paused"] as const) {
        const reported = row.unwatched!(event, language, { why, at: T0 + 60_000, seenAt: T0 });
        expect(reported).toMatchObject({ tone: "over", url: null, links: [] });
        expect(reported.title).not.toBe(start.title);
        expect(JSON.stringify(reported.line)).not.toContain(start.title);
        expect(reported.body).toContainEqual({ at: T0, style: "relative" });
        if (language !== "en") expect(reported.body).not.toEqual(english.body);
      }
    }
});

test("types that match only by name are in no pattern, also for alerts, and no others are left out", () => {
  const byName = eventTypeNames.filter((type) => !asksFor("*", type));
  expect(byName).toEqual(["live.no_show", "live.title_changed", "ranking.closing", "target.unknown", "target.known"]);
  const alert = { enabled: true, watchlistId: null, targetId: null, channelId: "ch_1", onEnd: "edit", filters: [] };
  for (const type of eventTypeNames) {
    const event = exampleEvent(type, "evt_1", T0);
    const notified = (...events: string[]) => notifies({ ...alert, events } as unknown as Subscription, event);
    expect([type, notified(type)]).toEqual([type, true]);
    expect([type, notified("*", `${type.split(".")[0]}.*`)]).toEqual([type, !byName.includes(type)]);
  }
});

test("an example is about a target of its kind, or about none if the type is", () => {
  const kindOf = (type: string) => exampleEvent(type, "evt_1", T0).target?.kind;
  for (const { kind, events } of Object.values(targetKinds))
    for (const type of Object.keys(events)) expect([type, kindOf(type)]).toEqual([type, kind]);
  for (const type of Object.keys({ ...operatorEvents, ...featureEvents }))
    expect([type, kindOf(type)]).toEqual([type, undefined]);
});

describe.each(rows)("%s", (type, { about, fields, example, words }) => {
  test("describes when it happens, and each of its fields", () => {
    expect(about).toMatch(/^[A-Z].+\.$/);
    const undescribed = Object.entries(fields().shape).filter(([, field]) => !z.globalRegistry.get(field)?.description);
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });

  test("has an example that matches its fields, and words for it", () => {
    const data = example(T0);
    expect(fields().safeParse(data).error).toBeUndefined();
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    for (const language of LANGUAGES) {
      const reported = words({ ...exampleEvent("live.started", "evt_1", T0), type, data }, language);
      expect(JSON.stringify(reported)).not.toMatch(/undefined|NaN|\[object|\?/);
    }
  });

  // The test message is not an event, so nobody subscribes to it.
  if (type === "channel.test") return;

  test("accepts templates with each of its fields, and with no other", () => {
    const text = Object.keys(fields().shape)
      .map((name) => `{{${name}}}`)
      .join(" ");
    expect(placeholdersIn(text)).toEqual(Object.keys(fields().shape));
    expect(templateForm().safeParse({ [type]: text }).error).toBeUndefined();
    expect(templateForm().safeParse({ [type]: `${text} {{noSuchField}}` }).success).toBe(false);
    const event = exampleEvent(type, "evt_1", T0);
    const [line] = messageOf(
      [{ event: event.id, mentions: [], template: text }],
      new Map([[event.id, event]]),
      false,
      "en",
    ).items;
    expect(line!.notice.title).not.toContain("{{");
  });
});

test("a template's link works below the headline and in lists, and is empty without an address", () => {
  const noticed = (type: string, template: string) => {
    const event = exampleEvent(type, "evt_1", T0);
    return messageOf([{ event: "evt_1", mentions: [], template }], new Map([["evt_1", event]]), false, "en").items[0]!
      .notice;
  };
  const url = "https://www.tiktok.com/@maria/live";
  const { title, body, line } = noticed("live.started", "{{name}}: {{link}}!");
  expect(title).toBe("Maria: !");
  expect(body[0]).toEqual({ link: url, url });
  expect(line).toEqual(["Maria: ", { link: url, url }, "!"]);
  expect(noticed("live.started", "{{link}}").title).toBe("Maria is live");
  expect(noticed("upstream.throttled", "x{{link}}").line.join("")).toBe("x");
  expect(noticed("channel.disabled", "{{name}}").title).toBe("Another channel");
});

describe("type errors", () => {
  const row = {
    about: "It rang.",
    happens: "rings",
    fields: () => ({ at: z.int().describe("When.") }),
    words: channelTest.words,
  };
  const bell = { "bell.rang": eventType({ ...row, example: (at) => ({ at }) }) };
  const change = { key: "1", occurredAt: T0, window: { from: null, to: T0 } };
  const evaluated = (found: ChangeOf<typeof bell>): Judgment<null, ChangeOf<typeof bell>> => ({
    state: null,
    changes: [found],
    again: null,
  });

  test("a row without words or an example, or with an example of other data", () => {
    const { words: _words, ...wordless } = row;
    // @ts-expect-error a type needs an example
    expect(eventType(row).example).toBeUndefined();
    // @ts-expect-error a type needs words
    eventType({ ...wordless, example: (at) => ({ at }) });
    // @ts-expect-error the example lacks a field
    eventType({ ...row, example: () => ({}) });
    // @ts-expect-error the example has a field of another type
    eventType({ ...row, example: () => ({ at: "noon" }) });
    // @ts-expect-error an event holds JSON, and its fields are always there
    eventType({ ...row, fields: () => ({ at: z.date() }), example: (at) => ({ at: new Date(at) }) });
  });

  test("a change of a type without a row, or with other data", () => {
    expect(evaluated({ ...change, type: "bell.rang", data: { at: T0 } }).changes).toHaveLength(1);
    // @ts-expect-error no row has this type
    evaluated({ ...change, type: "bell.broke", data: { at: T0 } });
    // @ts-expect-error a field has another type
    evaluated({ ...change, type: "bell.rang", data: { at: "noon" } });
    // @ts-expect-error a field is missing
    evaluated({ ...change, type: "bell.rang", data: {} });
    // @ts-expect-error no row has this field
    evaluated({ ...change, type: "bell.rang", data: { at: T0, loud: true } });
    const bells = changesOf<typeof bell>();
    bells({ at: T0, lastOkAt: null }, "bell.rang", "1", { at: T0 });
    // @ts-expect-error no row has this type
    bells({ at: T0, lastOkAt: null }, "bell.broke", "1", { at: T0 });
    // @ts-expect-error no row has this field
    bells({ at: T0, lastOkAt: null }, "bell.rang", "1", { at: T0, loud: true });
  });

  test("a kind whose judge finds a type that its table lacks", () => {
    const judge = (): Judgment<LiveState, Change<"bell.rang", { at: number }>> | Judgment<LiveState, LiveChange> => ({
      state: { verdict: "unknown", since: 0, knownAt: null, room: null, session: null, flip: null, baseline: false },
      changes: [],
      again: null,
    });
    type Live =
      typeof live extends TargetKind<infer P, infer S, infer T, infer V, infer E> ? TargetKind<P, S, T, V, E> : never;
    // @ts-expect-error `bell.rang` is in no table of this kind
    const kind: Live = { ...live, judge };
    expect(kind.events).not.toHaveProperty("bell.rang");
  });

  test("news for operators without a row, or with other data than its row", () => {
    type Notified<C> = C extends { type: infer T; data: infer D } ? { type: T; data: D } : never;
    const asRow = (news: OperatorNews): Notified<ChangeOf<typeof operatorEvents>> => news;
    const asNews = (row: Notified<ChangeOf<typeof operatorEvents>>): Notified<OperatorNews> => row;
    expect([asRow, asNews]).toHaveLength(2);
  });
});

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
