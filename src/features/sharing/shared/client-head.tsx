import { cityOf } from "../../../core/calendar.ts";
import type { LiveWords } from "../../lists/page/words.ts";
import { agedWords } from "../../wall/wall.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import type { ClientLive } from "./client.ts";

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
