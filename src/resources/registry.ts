import { board } from "../features/boards/resource/board.ts";
import { chat } from "../features/chats/resource/chat.ts";
import { channel } from "../features/channels/resource/channel.ts";
import { digest } from "../features/digests/resource/digest.ts";
import { feedKey } from "../features/feeds/resource/feed-key.ts";
import { hook } from "../features/hooks/resource/hook.ts";
import { goal } from "../features/goals/resource/goal.ts";
import type { Declared } from "./resource.ts";
import { silence } from "../features/silences/resource/silence.ts";
import { subscription } from "../features/alerts/resource/subscription.ts";
import { target } from "../features/creators/resource/target.ts";
import { token } from "../features/people/resource/token.ts";
import { watchlist } from "../features/lists/resource/watchlist.ts";

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
  hook,
  chat,
];

/** The resource with a name. Throws if there is none, because a declaration is wrong. */
export function resourceOf(name: string): Declared {
  const found = resources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no resource is named ${name}`);
  return found;
}

/** The resources of the configuration document, in the order in which they are applied. */
export const configured = resources.filter(({ document }) => document !== undefined);
