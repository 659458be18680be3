import type { ConfigDeps } from "./apply-config.ts";
import { shown, type Section, type Things } from "./things.ts";

/** The document of all that there is, with sealed secrets or without any; silences that are over are left out. */
export async function exportConfig(sealed: boolean, deps: Pick<ConfigDeps, "read" | "now">) {
  const now = await deps.now();
  const current = await deps.read();
  const listed = <S extends Section>(section: S, things: Things[S]) =>
    things.map((thing) => ({ id: thing.id, ...shown[section](thing as never) }));
  const named = <T extends { id: string; name: string }>(things: T[]): T[] =>
    things.toSorted((a, b) => order(a.name, b.name) || order(a.id, b.id));
  const alive = current.silences.filter(({ until }) => until > now);
  return {
    version: 1,
    watchlists: listed("watchlists", named(current.watchlists)),
    targets: listed("targets", named(current.targets)),
    channels: named(current.channels).map((channel) => ({
      id: channel.id,
      ...shown.channels(channel),
      ...(sealed ? { sealed: channel.sealed } : {}),
    })),
    subscriptions: listed(
      "subscriptions",
      current.subscriptions.toSorted((a, b) => a.createdAt - b.createdAt || order(a.id, b.id)),
    ),
    digests: listed("digests", named(current.digests)),
    silences: listed(
      "silences",
      alive.toSorted((a, b) => a.until - b.until || order(a.id, b.id)),
    ),
  };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
