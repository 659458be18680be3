import * as z from "zod";
import { iso } from "../../core/instant.ts";
import type { JsonObject } from "../../core/json.ts";
import { err, ok } from "../../core/result.ts";
import { targetKinds } from "../../targets/registry.ts";
import { readParams, readSettings, readState } from "../../targets/stored.ts";
import { flagText, instant } from "../fields.ts";
import { mentionShown } from "../mention.ts";
import { WITHIN_LIST } from "../within.ts";
import { resource } from "../resource.ts";
import { formOfKind, kindNames, targetForm, type OwnOfTarget, type Target } from "./form.ts";
import { wrongAtService } from "./at-service.ts";
import { targetsBulk } from "./bulk.ts";
import { identified } from "./identified.ts";
import { POLLED_AT, SEATING, pollSlotsAlong, TAKEN_POLL_SLOTS } from "./seat.ts";
import { seenOf, snapshotSchema, statusSchema, viewOfStatus } from "./seen.ts";
import { LONG_NAMED, targets } from "./table.ts";
import { usualHoursSchema, viewOfUsualHours } from "./usual.ts";
import { LIST_ZONE_WANTED } from "./zone.ts";

const identityOf = ({ kind, params }: { kind: string; params: JsonObject }): string =>
  targetKinds[kind]!.identity(params);

const NOTHING = { state: null, fault: null, consecutiveFaults: 0, lastOkAt: null, unknownSince: null };

/** A target watches something else now: what was remembered is forgotten. */
const FORGOTTEN = {
  ...NOTHING,
  lastPolledAt: null,
  judgedAt: null,
  onAir: false,
  past: null,
  expectedAt: null,
  expectedConfidence: null,
};

/** On another clock the next start may be at another time: until polls have worked it out, that nobody came is not said. */
const UNSURE = { expectedConfidence: null };

type Zoned = Pick<Target, "timezone" | "watchlistId">;

const sameClock = (before: Zoned, after: Zoned): boolean =>
  before.timezone === after.timezone && (after.timezone !== null || before.watchlistId === after.watchlistId);

export const target = resource<ReturnType<typeof targetForm>, OwnOfTarget>({
  name: "targets",
  noun: "target",
  prefix: "tgt",
  table: targets,
  form: targetForm,
  kinds: { names: kindNames, form: (kind, { minIntervalSeconds }) => formOfKind(kind, minIntervalSeconds) },
  within: WITHIN_LIST,
  refs: { watchlistId: { to: "watchlists", gone: "refuse" } },
  key: (one) => [one.watchlistId, one.kind, identityOf(one)],
  unique: {
    columns: ["watchlistId", "kind", "identity"],
    alias: "alias",
    taken: () => "The watchlist has a target of the same kind and params already.",
    field: "params",
    twice: (other) => `is what ${other} watches, in the same watchlist`,
  },
  most: { count: 100_000, counted: TAKEN_POLL_SLOTS },
  async settle({ form, before }, { upstream }) {
    const wrong = await wrongAtService(form, before, upstream);
    if (wrong.length > 0) return err({ kind: "invalid", errors: wrong });
    const found = await identified(form, before, upstream);
    if (!found.ok) return found;
    const params = found.value;
    const identity = identityOf({ kind: form.kind, params });
    const named = {
      params,
      identity,
      alias: targetKinds[form.kind]!.alias?.(params) ?? null,
      ...(before === null || sameClock(before, form) ? {} : UNSURE),
    };
    if (before === null) return ok({ own: { ...named, ...NOTHING, lastPolledAt: null } });
    if (before.identity !== identity) return ok({ own: { ...named, ...FORGOTTEN } });
    // The timetable forgets one that is not polled: its last good answer is kept here.
    return ok({ own: before.enabled === form.enabled ? named : { ...named, lastOkAt: before.lastOkAt } });
  },
  shown: { mention: mentionShown },
  hasHorizon: true,
  shows: {
    status: { schema: statusSchema, of: viewOfStatus },
    snapshot: { schema: snapshotSchema, of: (one) => seenOf(one, one.state).snapshot },
    usualHours: { schema: usualHoursSchema, of: viewOfUsualHours },
    updatedAt: {
      schema: () => instant().describe("When it was last changed by a user."),
      of: ({ updatedAt }) => iso(updatedAt),
    },
  },
  filters: {
    kind: {
      schema: () => z.enum(kindNames, `must be one of: ${kindNames.join(", ")}`).describe("Only targets of this kind."),
      where: "t.kind = ?",
      leads: () => "t.kind = ?",
    },
    watchlistId: {
      schema: () => z.string().describe("Only targets of this watchlist."),
      where: "t.watchlist_id = ?",
      leads: () => "t.watchlist_id = ?",
    },
    enabled: {
      schema: () => flagText().describe("Only targets that are enabled (`true`) or disabled (`false`)."),
      where: "t.enabled = ?",
      leads: (value) => (value === false ? "t.enabled = 0" : null),
    },
    q: {
      schema: () => z.string().max(200).describe("Part of the name, case-insensitive."),
      where: "instr(lower(t.name), lower(?)) > 0",
      cut: LONG_NAMED,
    },
  },
  revived: (one) => ({
    ...one,
    params: readParams(one.kind, one.params),
    settings: readSettings(one.kind, one.settings),
    state: readState(one.kind, one.state),
    // While no fault lasts, the last poll was answered well.
    lastOkAt: one.consecutiveFaults > 0 ? one.lastOkAt : (one.lastPolledAt ?? one.lastOkAt),
  }),
  worked: { lastPolledAt: POLLED_AT, listTimezone: LIST_ZONE_WANTED },
  workedFor: ["params", "enabled"],
  remembered: ["state", "past"],
  moves: ["pollRevision"],
  placed: SEATING,
  along: { ...pollSlotsAlong, bulk: targetsBulk },
  words: {
    about:
      "Something to watch: a creator's live status, a room's rankings, the hashtags of a search, the products of a category, or any list or record that an operation answers with.",
    create: "Watch a target",
    creating: "The same kind and params twice in one watchlist is a 409.",
    changing: "Other params begin anew: what was seen before is forgotten.",
    deleting: "Its events stay.",
  },
  example: {
    body: { kind: "live", name: "Maria", params: { userId: "7012", handle: "maria" } },
    patch: { name: "Another name" },
    own: { identity: "", alias: null, ...NOTHING, lastPolledAt: null },
    shown: {
      status: {
        verdict: "on",
        summary: "On air since 18:00",
        since: "2026-03-01T18:00:00.000Z",
        lastPolledAt: "2026-03-01T18:01:00.000Z",
        lastOkAt: "2026-03-01T18:01:00.000Z",
        unknownSince: null,
        consecutiveFaults: 0,
        fault: null,
      },
      snapshot: { verdict: "on", room: "7312849501234567890" },
      usualHours: [{ weekday: "tuesday", time: "18:00", timezone: "Europe/Berlin", confidence: 0.82, seen: 9, of: 10 }],
    },
  },
  document: { order: "name", called: ({ name }) => name },
});
