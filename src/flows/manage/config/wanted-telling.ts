import { retimed, timed } from "../digests.ts";
import { match } from "./match.ts";
import type { Entries } from "./read-document.ts";
import { byName, idsFor, withIds, type Found, type Step } from "./step.ts";
import type { Things } from "./things.ts";

/** Of several subscriptions the oldest decides, so those that are new keep the order of the document. */
export function wantedSubscriptions(
  entries: Entries["subscriptions"],
  current: Things["subscriptions"],
  find: Found,
  step: Step,
) {
  if (entries === undefined) return current;
  const named = entries.map((entry) => withIds(entry, ["watchlistId", "targetId", "channelId"], find, step));
  const matched = match(named, current, byName, idsFor("subscriptions", step), step.errors);
  let at = current.reduce((latest, { createdAt }) => Math.max(latest, createdAt + 1), step.now);
  return matched.map(({ entry, id, before }) => ({ id, ...entry.form, createdAt: before?.createdAt ?? at++ }));
}

/** The digests that there are to be, each with its next time. */
export function wantedDigests(entries: Entries["digests"], current: Things["digests"], find: Found, step: Step) {
  if (entries === undefined) return current;
  const named = entries.map((entry) => withIds(entry, ["watchlistId", "channelId"], find, step));
  const matched = match(named, current, byName, idsFor("digests", step), step.errors);
  return matched.map(({ entry: { form }, id, before }) =>
    before === null
      ? timed({ id, ...form, createdAt: step.now }, step.now)
      : retimed(before, { ...before, ...form }, step.now),
  );
}

interface Scope {
  targetId: string | null;
  watchlistId: string | null;
  type: string | null;
}

const scopeOf = ({ targetId, watchlistId, type }: Scope) => JSON.stringify([targetId, watchlistId, type]);

/** Silences that are over are no part of the configuration: they are neither made nor missed. */
export function wantedSilences(entries: Entries["silences"], current: Things["silences"], find: Found, step: Step) {
  const over = ({ until }: { until: number }) => until <= step.now;
  const dangles = ({ targetId, watchlistId }: Scope) =>
    (targetId !== null && "message" in find.targetId(targetId)) ||
    (watchlistId !== null && "message" in find.watchlistId(watchlistId));
  if (entries === undefined) return current.filter((silence) => !dangles(silence));
  const ids = new Set(current.map(({ id }) => id));
  const meant = entries.filter(({ id, form }) => !over(form) || (id !== null && ids.has(id)));
  const named = meant.map((entry) => withIds(entry, ["watchlistId", "targetId"], find, step));
  const given = new Set(meant.map(({ id }) => id));
  const alive = current.filter((silence) => !over(silence) || given.has(silence.id));
  const wanted = match(named, alive, scopeOf, idsFor("silences", step), step.errors).map(
    ({ entry: { form }, id, before }) => ({ id, ...form, createdAt: before?.createdAt ?? step.now }),
  );
  return [...wanted, ...current.filter((one) => over(one) && !given.has(one.id) && !dangles(one))];
}
