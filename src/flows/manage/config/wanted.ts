import { err, ok, type Result } from "../../../core/result.ts";
import type { FieldError } from "../refusal.ts";
import { TOO_OFTEN, timesTogether } from "../digests.ts";
import { DIGESTS_A_DAY, tooLong } from "../quotas.ts";
import type { ChannelVault } from "./channel-entry.ts";
import { finder } from "./match.ts";
import type { Entries } from "./read-document.ts";
import type { Step } from "./step.ts";
import { nounOf, SECTIONS, type Section, type Things } from "./things.ts";
import { wantedChannels, type Made } from "./wanted-channels.ts";
import { wantedDigests, wantedSilences, wantedSubscriptions } from "./wanted-telling.ts";
import { wantedTargets, wantedWatchlists } from "./wanted-watching.ts";

/** All that there is to be once the document is applied. */
export type Wanted = Things & {
  made: Made[];
  /** The channels that go elsewhere than before. */
  moved: { id: string; name: string }[];
};

/** Where the document, applied to what there is, leads; else all that keeps it from being applied. */
export async function wantedOf(
  entries: Entries,
  current: Things,
  making: Pick<Step, "now" | "newId">,
  vault: ChannelVault,
): Promise<Result<Wanted, FieldError[]>> {
  const step: Step = { ...making, errors: [] };
  const watchlists = wantedWatchlists(entries.watchlists, current.watchlists, step);
  const watchlist = finder(watchlists, "watchlist");
  const targets = wantedTargets(entries.targets, current.targets, watchlist, step);
  const { channels, made, moved } = await wantedChannels(entries.channels, current.channels, step, vault);
  const find = { watchlistId: watchlist, targetId: finder(targets, "target"), channelId: finder(channels, "channel") };
  const subscriptions = wantedSubscriptions(entries.subscriptions, current.subscriptions, find, step);
  const digests = wantedDigests(entries.digests, current.digests, find, step);
  const silences = wantedSilences(entries.silences, current.silences, find, step);
  const wanted = { watchlists, targets, channels, subscriptions, digests, silences };
  const errors = [...step.errors, ...orphansOf(current, wanted, entries), ...excessOf(current, wanted, entries)];
  return errors.length > 0 ? err(errors) : ok({ ...wanted, made, moved });
}

/** What there would be more of than there may be, and digests that would come too often; what is there already may stay. */
function excessOf(current: Things, wanted: Things, entries: Entries): FieldError[] {
  const errors: FieldError[] = [];
  for (const section of SECTIONS) {
    if (entries[section] === undefined || wanted[section].length <= current[section].length) continue;
    const excess = tooLong(section, wanted[section].length);
    if (excess !== null) errors.push({ pointer: `/${section}`, message: excess });
  }
  const often = ({ digests }: Things) =>
    timesTogether(digests.filter(({ enabled }) => enabled).map(({ schedule }) => schedule));
  if (entries.digests !== undefined && often(wanted) > Math.max(DIGESTS_A_DAY, often(current)))
    errors.push({ pointer: "/digests", message: TOO_OFTEN });
  return errors;
}

/** The first user of each thing that goes, among sections that the document leaves out. */
function orphansOf(current: Things, wanted: Things, entries: Entries): FieldError[] {
  const errors: FieldError[] = [];
  const there = (section: Section) => new Set(wanted[section].map(({ id }) => id));
  const kept = { watchlists: there("watchlists"), targets: there("targets"), channels: there("channels") };
  const told = new Set<string>();
  const look = (user: Section, name: string, section: keyof typeof kept, id: string | null | undefined) => {
    if (id == null || entries[user] !== undefined || kept[section].has(id) || told.has(id)) return;
    told.add(id);
    const message = `leaves out ${id}, which the ${nounOf(user)} ${JSON.stringify(name)} names: give /${user} too`;
    errors.push({ pointer: `/${section}`, message });
  };
  for (const { name, watchlistId } of current.targets) look("targets", name, "watchlists", watchlistId);
  for (const one of current.subscriptions) {
    look("subscriptions", one.name, "watchlists", one.watchlistId);
    look("subscriptions", one.name, "targets", one.targetId);
    look("subscriptions", one.name, "channels", one.channelId);
  }
  for (const one of current.digests) {
    look("digests", one.name, "watchlists", one.watchlistId);
    look("digests", one.name, "channels", one.channelId);
  }
  return errors;
}
