import type { ApiBases, OutboundAnswer, OutboundRequest } from "./outbound.ts";

/** A channel that a bot can post to. */
export interface Choice {
  id: string;
  /** Its name at the destination. */
  name: string;
}

/** The channels that a bot can post to, with `more` if there are others; or why they could not be listed. */
export type Listed = { choices: Choice[]; more: boolean } | { refused: string };

/** How a bot's channels are listed, so that people choose one instead of typing its id. */
export interface Listing {
  /** The setting that is chosen, and the one that is needed to list choices. */
  chooses: string;
  by: string;
  /** What to do if there are none. Default: invite the bot. */
  none?: string;
  /** Yields requests to the kind's own API and receives their answers. */
  list: (by: string, bases: ApiBases) => Generator<OutboundRequest, Listed, OutboundAnswer>;
}
