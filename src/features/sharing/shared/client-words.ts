import { troublesIn } from "../../../ui/service-words.ts";
import { t } from "../../../ui/words/text.ts";
import { liveWords, type LiveWords } from "../../lists/page/words.ts";
import { isLost } from "../../lists/page/live.tsx";
import type { ClientLive } from "./client.ts";

/** How many of a list are live, and whether that is all that is known. */
export function liveWordsOf({ airing, unknown, more, pulse, creators, at, unchecked }: ClientLive): LiveWords {
  return {
    live: airing.filter((one) => !isLost(one)).length,
    unknown,
    // Somebody who was not checked yet may be live too.
    more: more || unchecked,
    blind: troublesIn(pulse, Number.POSITIVE_INFINITY, at).some((one) => one.blind),
    creators,
  };
}

/** "At least 4 live"; it says "no one" only if everybody was checked. */
export function titleOf({ pulse, unchecked, creators }: ClientLive, live: LiveWords): string {
  if (creators > 0 && !live.blind && pulse.lastPollAt === 0) return t("Not checked yet");
  if (unchecked && live.live === 0 && live.unknown === 0 && !live.blind) return t("No one known to be live");
  return liveWords(live);
}
