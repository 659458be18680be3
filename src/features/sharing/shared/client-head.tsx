import { cityOf } from "../../../core/calendar.ts";
import { type LiveWords, liveWords } from "../../lists/page/words.ts";
import { agedWords } from "../../wall/wall.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import type { ClientLive } from "./client.ts";
import { troublesIn } from "../../../ui/service-words.ts";
import { isLost } from "../../lists/page/live.tsx";

interface HeadProps {
  live: ClientLive;
  words: LiveWords;
  title: string;
  /** The zone of the times on the page. */
  zone: string;
}

/** Who is live as a headline, and below it how sure and how old that is. */
export const ClientHead = ({ live, words, title, zone }: HeadProps) => (
  <div class="head" id="head" data-live>
    <div>
      <h1>{title}</h1>
      <p>
        {[
          ...(live.creators === 0 ? [] : [plural(live.creators, "{n} creator", "{n} creators")]),
          ...(words.unknown > 0 && !words.blind ? [t("{n} unknown", { n: words.unknown })] : []),
          ...(live.unchecked ? [t("some not checked yet")] : []),
          agedWords(live),
          t("{city} time", { city: cityOf(zone) }),
        ].join(" · ")}
      </p>
    </div>
  </div>
);

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
