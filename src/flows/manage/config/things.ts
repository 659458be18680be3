import type { IdPrefix } from "../../../core/ids.ts";
import { canonical, type JsonObject } from "../../../core/json.ts";
import type { Silence, Subscription } from "../../../core/subscription.ts";
import { digestView } from "../../browse/digest-view.ts";
import { silenceView } from "../../browse/silence-view.ts";
import type { Watchlist } from "../../browse/watchlist-view.ts";
import type { Digest } from "../../digest/digest.ts";
import { formOf } from "../subscription-form.ts";
import type { TargetForm } from "../target-form.ts";

/** A target as it is configured, without what polls have found. */
export type ConfiguredTarget = TargetForm & { id: string; identity: string; createdAt: number };

/** A channel as it is configured, its settings sealed. */
export interface ConfiguredChannel {
  id: string;
  kind: string;
  name: string;
  enabled: boolean;
  masked: Record<string, string>;
  sealed: string;
  createdAt: number;
}

/** All that people configure, by section of the document. */
export interface Things {
  watchlists: Watchlist[];
  targets: ConfiguredTarget[];
  channels: ConfiguredChannel[];
  subscriptions: Subscription[];
  digests: Digest[];
  silences: Silence[];
}

/** The name of a list of the document. */
export type Section = keyof Things;

/** The sections in the order in which they are applied: what others name comes first. */
export const SECTIONS = ["watchlists", "targets", "channels", "subscriptions", "digests", "silences"] as const;

/** What the ids of a section begin with. */
export const PREFIXES: Record<Section, IdPrefix> = {
  watchlists: "wl",
  targets: "tgt",
  channels: "ch",
  subscriptions: "sub",
  digests: "dig",
  silences: "sil",
};

/** One thing of a section, in words: "watchlist", "target". */
export const nounOf = (section: Section): string => section.slice(0, -1);

type Shown = { [S in Section]: (thing: Things[S][number]) => JsonObject };

/** What the document says of each thing, its id aside; secrets are never in it. */
export const shown: Shown = {
  watchlists: ({ name, description }) => ({ name, description }),
  targets: ({ id: _id, identity: _identity, createdAt: _createdAt, name, kind, params, watchlistId, ...rest }) => {
    const { intervalSeconds, priority, enabled, announceInitial, settings } = rest;
    return { name, kind, params, watchlistId, intervalSeconds, priority, enabled, announceInitial, settings };
  },
  channels: ({ name, kind, enabled }) => ({ name, kind, enabled }),
  subscriptions: formOf,
  digests(digest) {
    const { id: _id, createdAt: _createdAt, nextAt: _nextAt, ...rest } = digestView(digest);
    return rest;
  },
  silences(silence) {
    const { id: _id, createdAt: _createdAt, ...rest } = silenceView(silence);
    return rest;
  },
};

/** What a thing is called where people look for it. */
export const nameOf = (thing: { name: string } | Silence): string =>
  "name" in thing ? thing.name : thing.reason || (thing.type ?? "*");

/** The names of the fields in which two things differ. */
export const differing = (before: JsonObject, after: JsonObject): string[] =>
  Object.keys(after).filter((field) => canonical(before[field] ?? null) !== canonical(after[field]!));
