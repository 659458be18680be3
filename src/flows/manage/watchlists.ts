import * as z from "zod";
import type { IdPrefix } from "../../core/ids.ts";
import type { Json } from "../../core/json.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Watchlist } from "../browse/watchlist-view.ts";
import { readForm } from "./form.ts";
import { mergePatch } from "./merge-patch.ts";
import { full } from "./quotas.ts";
import { conflict, inUse, missing, type Refusal, type User } from "./refusal.ts";
import { nameText } from "./texts.ts";

export interface WatchlistDeps {
  find(id: string): Promise<Watchlist | null>;
  /** `taken` where the name is. */
  add(watchlist: Watchlist): Promise<"added" | "taken" | "full">;
  /** False where the name is taken. */
  change(watchlist: Watchlist, now: number): Promise<boolean>;
  /** Its targets, subscriptions and digests, at most fifty at the most. */
  usersOf(id: string): Promise<User[]>;
  /** Takes its targets, their subscriptions and its digests along where `cascade`; false where something still uses it. */
  remove(id: string, cascade: boolean): Promise<boolean>;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** The watchlist that targets join unless they name another. */
export const DEFAULT_WATCHLIST = "wl_default";

/** What a person says of a watchlist. */
export const watchlistForm = z.strictObject({
  name: nameText(100),
  description: z.string().max(1000).default(""),
});

const taken = (name: string) => conflict(`There is a watchlist named ${JSON.stringify(name)} already.`);

export async function createWatchlist(body: unknown, deps: WatchlistDeps): Promise<Result<Watchlist, Refusal>> {
  const form = readForm(watchlistForm, body);
  if (!form.ok) return form;
  const watchlist = { id: deps.newId("wl"), ...form.value, createdAt: await deps.now() };
  const added = await deps.add(watchlist);
  if (added === "full") return full("watchlists");
  return added === "added" ? ok(watchlist) : taken(watchlist.name);
}

export async function changeWatchlist(
  before: Watchlist,
  patch: Json,
  deps: WatchlistDeps,
): Promise<Result<Watchlist, Refusal>> {
  const { name, description } = before;
  const form = readForm(watchlistForm, mergePatch({ name, description }, patch));
  if (!form.ok) return form;
  if (before.id === DEFAULT_WATCHLIST && form.value.name !== name)
    return conflict("The default watchlist keeps its name.");
  const watchlist = { ...before, ...form.value };
  return (await deps.change(watchlist, await deps.now())) ? ok(watchlist) : taken(watchlist.name);
}

export async function removeWatchlist(
  id: string,
  cascade: boolean,
  deps: WatchlistDeps,
): Promise<Result<null, Refusal>> {
  if (id === DEFAULT_WATCHLIST) return conflict("The default watchlist cannot be deleted.");
  if (await deps.remove(id, cascade)) return ok(null);
  const users = await deps.usersOf(id);
  return users.length === 0 ? missing("watchlist") : inUse(users);
}
