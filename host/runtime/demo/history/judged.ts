import type { Event } from "../../../../src/core/event.ts";
import { eventId } from "../../../../src/core/ids.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import { clockOf } from "../../../../src/engine/prediction/learned-zone.ts";
import { arrived, NO_HISTORY, went, type Past } from "../../../../src/engine/prediction/history.ts";
import { nextExpected, type NextExpected } from "../../../../src/engine/prediction/usual-hours.ts";
import { presenceChangeOf } from "../../../../src/kinds/presence.ts";
import { targetKinds } from "../../../../src/kinds/registry.ts";
import { DAY, type Poll, type Stored } from "./thing.ts";

/** The result of a history: the state at its end, its events, and the points of its series. */
export interface Judged {
  state: unknown;
  events: Event[];
  points: [at: number, values: Record<string, number>][];
  past: Past | null;
  expected: NextExpected | null;
}

/** Lets a target's kind judge its polls one after another, as the engine does. */
export function judged(target: Stored, polls: Poll[]): Judged {
  const { id, name, params, watchlistId } = target;
  const kind = targetKinds[target.kind]!;
  const settings = kind.settings().parse(target.settings) as JsonObject;
  const events: Event[] = [];
  const points: Judged["points"] = [];
  let state: unknown = null;
  let lastOkAt: number | null = null;
  for (const { at, view } of polls) {
    const requested = { targetId: id, params, settings, announceInitial: false, at, lastOkAt };
    const {
      state: next,
      changes,
      samples,
    } = kind.judge({ ...requested, before: state, view, hold: false, holdsMs: DAY });
    for (const { type, key, occurredAt, window, data, follows } of changes)
      events.push({
        id: eventId(id, type, key),
        type,
        targetId: id,
        watchlistId,
        target: { name, kind: target.kind, params },
        occurredAt,
        detectedAt: at,
        window,
        data,
        follows:
          follows === undefined
            ? null
            : { eventId: eventId(id, follows.type, follows.key), detectedAt: follows.detectedAt },
      });
    if (samples !== undefined) points.push([at, samples]);
    [state, lastOkAt] = [next, at];
  }
  const visits = events.flatMap((event) => presenceChangeOf(kind, event, DAY) ?? []);
  const past = visits.reduce<Past | null>(
    (one, visit) =>
      visit.came
        ? arrived(one ?? NO_HISTORY, visit.at, visit.withinMs, visit.known)
        : went(one ?? NO_HISTORY, visit.at, visit.observedMs),
    null,
  );
  const [since, now] = [polls[0]?.at ?? 0, polls.at(-1)?.at ?? 0];
  return {
    state,
    events,
    points,
    past,
    expected: past === null ? null : nextExpected(past, since, now, clockOf(null, past)),
  };
}
