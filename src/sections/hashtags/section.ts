import type { Section } from "../section.ts";
import { hashtagChart } from "./chart.ts";
import { concludeHashtags } from "./conclude.ts";
import type { HashtagMeasure, HashtagsData } from "./data.ts";
import { hashtagFact } from "./fact.ts";
import { gridOf, measureHashtags } from "./measure.ts";
import { hashtagFigures, hashtagNote, hashtagTables } from "./words.ts";
import { hashtagsWords } from "./words/words.ts";

/** Which hashtags grow, and which by more than the platform's and their own usual growth. */
export const hashtags: Section<HashtagMeasure, HashtagsData> = {
  name: "hashtags",
  title: (language) => hashtagsWords[language].title,
  kind: "hashtag",
  events: { "hashtag.appeared": ["cid", "name"], "hashtag.gone": ["cid", "name"], "hashtag.surged": ["cid", "name"] },
  eventsFrom: ({ from }) => from,
  series: ["views:"],
  grid: gridOf,
  measure: measureHashtags,
  conclude: concludeHashtags,
  figures: hashtagFigures,
  tables: hashtagTables,
  fact: hashtagFact,
  note: hashtagNote,
  chart: hashtagChart,
};
