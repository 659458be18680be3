import { board } from "./boards/board.ts";
import { channel } from "./channels/channel.ts";
import { digest } from "./digests/digest.ts";
import { feedKey } from "./feed-keys/feed-key.ts";
import { goal } from "./goals/goal.ts";
import type { Declared } from "./resource.ts";
import { silence } from "./silences/silence.ts";
import { subscription } from "./subscriptions/subscription.ts";
import { target } from "./targets/target.ts";
import { token } from "./tokens/token.ts";
import { watchlist } from "./watchlists/watchlist.ts";

/** Every resource of the API. Resources come after those that they refer to. */
export const resources: Declared[] = [
  watchlist,
  target,
  channel,
  subscription,
  digest,
  board,
  silence,
  goal,
  token,
  feedKey,
];

/** The resource with a name. Throws if there is none, because a declaration is wrong. */
export function resourceOf(name: string): Declared {
  const found = resources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no resource is named ${name}`);
  return found;
}

/** The resources of the configuration document, in the order in which they are applied. */
export const configured = resources.filter(({ document }) => document !== undefined);
