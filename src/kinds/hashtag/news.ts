import { withColon, type Say } from "../../core/sentence.ts";
import { shortNumber } from "../../core/numbers-as-text.ts";
import { doubtText, movedIn, movedText, named, percentOf, type Moved, type Past } from "../news.ts";
import { listed, summaryOf, tagText, type HashtagState, type KnownHashtag } from "./view.ts";

/** Smaller counts grow by chance. */
const LEAST_VIEWS = 1000;

const whatOf = ({ name, views }: KnownHashtag, say: Say): string =>
  withColon(
    say.language,
    named(tagText(name)),
    say.text("{n} views", { n: shortNumber(say.language, views.value ?? 0) }),
  );

/** The hashtag that grew or fell most, or else the first: "#dance: 1.2M views, up 40K (+3.4%) in 7 days". */
export function hashtagNews(state: HashtagState, past: Past, say: Say): string {
  if (state.doubt !== null) return doubtText(say);
  const all = listed(state).sort(([, a], [, b]) => a.position - b.position);
  const read = all.filter(([, { views, unreadable }]) => views.value !== null && unreadable?.views === undefined);
  const [first] = read;
  if (first === undefined) return all.length === 0 ? summaryOf(state, say) : say.text("Views can't be read");
  const [top] = read
    .flatMap(([cid, row]): { row: KnownHashtag; moved: Moved }[] => {
      const moved = movedIn(past, `views:${cid}`, row.views.value!, row.points);
      return moved === null || moved.before < LEAST_VIEWS ? [] : [{ row, moved }];
    })
    .toSorted((a, b) => Math.abs(percentOf(b.moved)) - Math.abs(percentOf(a.moved)));
  return movedText(whatOf(top?.row ?? first[1], say), top?.moved ?? null, past.now, say);
}
