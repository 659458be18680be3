import type { ApiBases, OutboundAnswer, OutboundRequest } from "./outbound.ts";

/** A channel that a bot can post to. */
export interface Choice {
  id: string;
  /** As people know it there. */
  name: string;
}

/** The channels that a bot can post to, `more` where there are others; or why they are not known. */
export type Listed = { choices: Choice[]; more: boolean } | { refused: string };

/** How the channels of a bot are listed, so that people choose one in place of typing its id. */
export interface Listing {
  /** The setting that is chosen, and the one that asking takes. */
  chooses: string;
  by: string;
  /** What to do where none is found; without, to invite the bot. */
  none?: string;
  /** Yields requests to the kind's own API, is resumed with their answers. */
  list: (by: string, bases: ApiBases) => Generator<OutboundRequest, Listed, OutboundAnswer>;
}
