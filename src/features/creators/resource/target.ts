import * as z from "zod";
import type { Fault } from "../../../core/fault.ts";
import { readHours } from "../../../core/hours-text.ts";
import { iso } from "../../../core/instant.ts";
import { type Json, type JsonObject, sameJson } from "../../../core/json.ts";
import { type FieldError, invalid, type Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { Reading, Resolution } from "../../../kinds/kind.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { asksByName, resolvingOf } from "../../../kinds/resolving.ts";
import { flagText, numberCell, soughtId, WITHIN_LIST } from "../../../resources/fields.ts";
import { instant } from "../../../resources/shape-fields.ts";
import { mentionDisplayed } from "../../../resources/ref.ts";
import type { UpstreamTool } from "../../../resources/upstream-tool.ts";
import { type Bulk, resource } from "../../../resources/resource.ts";
import { formOfKind, kindNames, targetForm, type OwnOfTarget, type Target } from "./form.ts";
import { archived, pausesOf } from "./observation.ts";
import { forgettingPredictions, POLLED_AT, SEATING, pollSlotsAlong, TAKEN_POLL_SLOTS } from "./poll-slot.ts";
import { seenOf, snapshotSchema, statusSchema, viewOfStatus } from "./seen.ts";
import { LONG_NAMED, targets } from "./table.ts";
import { noLongerStored, noLongerWatched, watchedAgain } from "./unwatched.ts";
import { learnedHoursSchema, viewOfLearnedHours } from "./usual.ts";
import { LIST_ZONE_WANTED } from "./zone.ts";

const identityOf = ({ kind, params }: { kind: string; params: JsonObject }): string =>
  targetKinds[kind]!.identity(params);

const NOTHING = { state: null, fault: null, consecutiveFaults: 0, lastOkAt: null, unknownSince: null };

/** If a target gets another identity, the state of polls is reset. */
const FORGOTTEN = {
  ...NOTHING,
  lastPolledAt: null,
  judgedAt: null,
  onAir: false,
  past: null,
  expectedAt: null,
  expectedConfidence: null,
};

/**
 * With another time zone the next start may be at another time. Until polls have computed it, no no-show is reported.
 */
const UNSURE = { expectedConfidence: null };

type Zoned = Pick<Target, "timezone" | "watchlistId">;

const sameClock = (before: Zoned, after: Zoned): boolean =>
  before.timezone === after.timezone && (after.timezone !== null || before.watchlistId === after.watchlistId);

type Hours = Pick<Target, "usualHours">;

const sameHours = (before: Hours, after: Hours): boolean =>
  sameJson(before.usualHours as unknown as Json, after.usualHours as unknown as Json);

/** Recomputes the searchable names and the counts of targets, as their triggers maintain them. */
export const targetsBulk: Bulk = {
  least: 500,
  begin: "INSERT INTO bulk_writes (id) VALUES (1)",
  end: [
    "DELETE FROM name_pages",
    `INSERT INTO name_pages (page, names)
      SELECT iif(kind = 'live', '', '~') || substr(id, -1),
        group_concat(char(30) || id || char(31) || replace(substr(name, 1, 80), char(30), ' '), '')
      FROM targets GROUP BY 1`,
    "DELETE FROM list_counts",
    "INSERT INTO list_counts (watchlist_id, kind, n) SELECT watchlist_id, kind, count(*) FROM targets GROUP BY 1, 2",
    "UPDATE counts SET n = 0 WHERE name GLOB 'targets|*'",
    `INSERT INTO counts (name, n) SELECT 'targets|' || kind, sum(n) FROM list_counts WHERE true GROUP BY kind
      ON CONFLICT (name) DO UPDATE SET n = excluded.n`,
    "DELETE FROM bulk_writes",
  ],
};

type Polled = Pick<Target, "kind" | "params" | "settings">;

/**
 * The errors that prevent polling a target with the operation in its params, as currently defined. An unchanged target
 * is not checked: its operation may have changed since, and polls report that.
 */
async function invalidAtService(
  { kind, params, settings }: Polled,
  before: Polled | null,
  { operation }: Pick<UpstreamTool, "operation">,
): Promise<FieldError[]> {
  const polls = targetKinds[kind]?.polls;
  if (polls === undefined) return [];
  if (before !== null && sameJson(before.params, params) && sameJson(before.settings, settings)) return [];
  return polls.wrong({ params, settings }, await operation(polls.operation(params)));
}

/**
 * The params that identify a target. A target that is only named (by a creator's handle) is resolved by the service.
 * Without a call to spare the params stay as they are, and polls resolve it. It is an error if the service does not
 * know the name.
 */
export async function identified(
  { kind: name, params }: Pick<Target, "kind" | "params">,
  before: Target | null,
  { operation, ask }: UpstreamTool,
): Promise<Result<JsonObject, Refusal>> {
  const resolves = resolvingOf({ kind: name, params });
  if (resolves === null) return ok(params);
  const field = String(resolves.named(params));
  const named = (await isByName(name, operation)) ? (resolves.byName(params) as JsonObject | null) : null;
  if (named !== null) return ok(named);
  if ((await operation(resolves.operation.name)) === null)
    return invalid(
      `/params/${field}`,
      `needs userId or roomId with it: the operation ${resolves.operation.name}, which looks up who that is, is not configured`,
    );
  const identity = targetKinds[name]!.identity(params);
  if (before !== null && before.alias === identity) return ok(before.params);
  if (before !== null && before.identity === identity) return ok(params);
  const found = await driven(resolves.read(params) as Reading<Resolution<JsonObject>>, ask);
  if (found === null) return ok(params);
  return found.ok
    ? ok(found.value.params)
    : invalid(`/params/${field}`, `could not be looked up: ${found.error.detail}`);
}

/** True where the service is asked by name and knows no ids: there the name is the identity. */
async function isByName(kind: string, operation: UpstreamTool["operation"]): Promise<boolean> {
  const { resolves, operations = [] } = targetKinds[kind] ?? {};
  const names = [...operations.map((one) => one.name), ...(resolves === undefined ? [] : [resolves.operation.name])];
  const known = new Map(await Promise.all(names.map(async (one) => [one, await operation(one)] as const)));
  return asksByName(kind, (one) => known.get(one) ?? null);
}

/** Drives a reading to its end; null where a call was not to be had. */
export async function driven<View>(
  reading: Reading<View>,
  ask: UpstreamTool["ask"],
): Promise<Result<View, Fault> | null> {
  let step = reading.next();
  while (!step.done) {
    const answer = await ask(step.value);
    if (answer === null) return null;
    step = reading.next(answer);
  }
  return step.value;
}

export const target = resource<ReturnType<typeof targetForm>, OwnOfTarget>({
  name: "targets",
  noun: "target",
  prefix: "tgt",
  table: targets,
  form: targetForm,
  kinds: { names: kindNames, form: (kind, { minIntervalSeconds }) => formOfKind(kind, minIntervalSeconds) },
  within: WITHIN_LIST,
  refs: { watchlistId: { to: "watchlists", onDelete: "refuse" } },
  key: (one) => [one.watchlistId, one.kind, identityOf(one)],
  unique: {
    columns: ["watchlistId", "kind", "identity"],
    alias: "alias",
    taken: () => "The watchlist has a target of the same kind and params already.",
    field: "params",
    twice: (other) => `is what ${other} watches, in the same watchlist`,
  },
  quota: { count: 100_000, counted: TAKEN_POLL_SLOTS },
  async validated({ form, before }, { upstream, now }) {
    const invalid = await invalidAtService(form, before, upstream);
    if (invalid.length > 0) return err({ kind: "invalid", errors: invalid });
    const found = await identified(form, before, upstream);
    if (!found.ok) return found;
    const params = found.value;
    const identity = identityOf({ kind: form.kind, params });
    const named = {
      params,
      identity,
      alias: targetKinds[form.kind]!.resolves?.alias(params) ?? null,
      ...(before === null || sameClock(before, form) ? {} : UNSURE),
      ...(before !== null && sameHours(before, form) ? {} : { hoursAt: form.usualHours.length === 0 ? null : now }),
    };
    if (before === null) return ok({ own: { ...named, ...NOTHING, lastPolledAt: null } });
    if (before.identity !== identity) return ok({ own: { ...named, ...FORGOTTEN } });
    // The schedule drops paused targets, so their last successful poll is stored here.
    return ok({ own: before.enabled === form.enabled ? named : { ...named, lastOkAt: before.lastOkAt } });
  },
  serialize: { mention: mentionDisplayed },
  computedFields: {
    status: { schema: statusSchema, of: viewOfStatus, hasHorizon: true },
    snapshot: { schema: snapshotSchema, of: (one) => seenOf(one, one.state).snapshot },
    learnedHours: { schema: learnedHoursSchema, of: viewOfLearnedHours },
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
      schema: () => soughtId("watchlists").describe("Only targets of this watchlist."),
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
  columns: {
    name: { example: "Maria" },
    intervalSeconds: { read: numberCell, example: "60" },
    mention: { example: "<@123>" },
    priority: { read: numberCell, example: "2" },
    timezone: { example: "Europe/Berlin" },
    usualHours: {
      read(cell) {
        const hours = readHours(cell);
        if (Array.isArray(hours)) return ok(hours as unknown as Json);
        return err('must be days and times, such as "Mon-Fri 20:00-23:00"');
      },
      example: "Mon-Fri 20:00-23:00",
    },
  },
  rows: {
    complete(one) {
      // Without faults, the last poll was successful.
      if (!(one.consecutiveFaults > 0)) one.lastOkAt = one.lastPolledAt ?? one.lastOkAt;
    },
    computed: { lastPolledAt: POLLED_AT, listTimezone: LIST_ZONE_WANTED },
    computedFor: ["params", "enabled"],
    pollColumns: ["state", "past", "gaps"],
    increments: ["pollRevision"],
    assigned: SEATING,
  },
  sideEffects: {
    ...pollSlotsAlong,
    changing: noLongerWatched,
    changed: (changes) => [
      ...(pollSlotsAlong.changed?.(changes) ?? []),
      ...forgettingPredictions(
        changes.flatMap(({ before, after }) => (sameHours(before, after) && sameClock(before, after) ? [] : after.id)),
      ),
      ...pausesOf(changes),
      ...watchedAgain(changes),
    ],
    // Before the poll slot goes, which has the time of the last poll.
    removed: (ids, params, at) => [
      { sql: `DELETE FROM imported_sessions WHERE target_id IN (${ids})`, params },
      ...archived(ids, params, at),
      ...noLongerStored(ids, params, at),
      ...(pollSlotsAlong.removed?.(ids, params, at) ?? []),
    ],
    bulk: targetsBulk,
  },
  words: {
    about:
      "What Tallylight polls: a creator's live status, a room's rankings, the hashtags of a search, the products of a category, or any list or record of the data service.",
    create: "Create a target",
    creating: "Answers 409 if the watchlist already has a target with the same kind and params.",
    changing: "New `params` reset the target: its stored state is discarded.",
    deleting: "Its events are kept, and reports still count the time in which it was watched.",
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
      snapshot: { verdict: "on", roomId: "7312849501234567890", startedAt: "2026-03-01T18:00:00.000Z" },
      usualHours: [{ days: ["tue", "thu"], from: "18:00", to: "21:00" }],
      learnedHours: [
        { weekday: "tuesday", time: "18:00", timezone: "Europe/Berlin", confidence: 0.82, seen: 9, of: 10 },
      ],
    },
  },
  document: { order: "name", displayName: ({ name }) => name },
});
