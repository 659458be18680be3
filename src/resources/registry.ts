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

/** Every resource of the API; what others name comes before them. */
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

/** The resource of this name. Throws where there is none: a declaration names another one wrongly. */
export function resourceOf(name: string): Declared {
  const found = resources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no resource is named ${name}`);
  return found;
}

/** Those that stand in the configuration document, in the order in which they are applied. */
export const configured = resources.filter(({ document }) => document !== undefined);
