import { targetKinds } from "../../../targets/registry.ts";
import { DEFAULT_WATCHLIST } from "../watchlists.ts";
import { match, type Finder } from "./match.ts";
import type { Entries } from "./read-document.ts";
import { byName, idsFor, resolved, sameKind, type Step } from "./step.ts";
import type { Things } from "./things.ts";

/** The watchlists that there are to be; the default one stays whatever the document says. */
export function wantedWatchlists(entries: Entries["watchlists"], current: Things["watchlists"], step: Step) {
  if (entries === undefined) return current;
  const matched = match(entries, current, byName, idsFor("watchlists", step), step.errors);
  const usual = current.find(({ id }) => id === DEFAULT_WATCHLIST);
  const stays = usual !== undefined && !matched.some(({ id }) => id === DEFAULT_WATCHLIST);
  const names = new Map(stays ? [[usual.name, usual.id]] : []);
  const wanted = matched.map(({ entry: { at, form }, id, before }) => {
    const other = names.get(form.name);
    if (other !== undefined) step.errors.push({ pointer: `${at}/name`, message: `is the name of ${other} too` });
    names.set(form.name, id);
    if (id === DEFAULT_WATCHLIST && before !== null && before.name !== form.name)
      step.errors.push({
        pointer: `${at}/name`,
        message: "is not that of the default watchlist, which keeps its name",
      });
    return { id, ...form, createdAt: before?.createdAt ?? step.now };
  });
  return stays ? [usual, ...wanted] : wanted;
}

/** The targets that there are to be; what one watches makes it the same one. */
export function wantedTargets(entries: Entries["targets"], current: Things["targets"], find: Finder, step: Step) {
  if (entries === undefined) return current;
  const identified = entries.map((entry) => {
    const { form } = entry;
    const watchlistId = resolved(entry, "watchlistId", form.watchlistId, find, step);
    return { ...entry, form: { ...form, watchlistId, identity: targetKinds[form.kind]!.identity(form.params) } };
  });
  const keyOf = (one: { watchlistId: string; kind: string; identity: string }) =>
    JSON.stringify([one.watchlistId, one.kind, one.identity]);
  const matched = match(identified, current, keyOf, idsFor("targets", step), step.errors);
  const seen = new Map<string, string>();
  return matched.map(({ entry: { at, form }, id, before }) => {
    const other = seen.get(keyOf(form));
    if (other !== undefined)
      step.errors.push({ pointer: `${at}/params`, message: `is what ${other} watches, in the same watchlist` });
    seen.set(keyOf(form), at);
    sameKind(at, form, before, step);
    return { id, ...form, createdAt: before?.createdAt ?? step.now };
  });
}
