import type { TargetKind } from "../kind.ts";
import { hashtagFixtures } from "./fixtures.ts";
import { judgeHashtag } from "./judge.ts";
import { appearedNotice, goneNotice, surgedNotice } from "./notices.ts";
import { hashtagParams, hashtagSettings, type HashtagParams, type HashtagSettings } from "./params.ts";
import { mostPages, readHashtags } from "./read.ts";
import { showHashtags, summaryOf } from "./show.ts";
import { storedHashtag } from "./stored.ts";
import type { HashtagState, HashtagView } from "./view.ts";

/** The results of a hashtag search: the events `hashtag.appeared`, `hashtag.gone` and `hashtag.surged`. */
export const hashtag: TargetKind<HashtagParams, HashtagSettings, HashtagState, HashtagView> = {
  kind: "hashtag",
  title: "Hashtag search",
  params: hashtagParams,
  settings: hashtagSettings,
  intervalSeconds: 3600,
  stored: storedHashtag,
  cpuWeight: 8,
  identity: ({ keyword, region, count }) => JSON.stringify([keyword, region, count]),
  operations: ["search.hashtag"],
  calls: ({ count }) => mostPages(count),
  read: readHashtags,
  judge: judgeHashtag,
  snapshot: showHashtags,
  status: (state) => ({ summary: summaryOf(state) }),
  since: (state) => state.since,
  live: () => false,
  notices: { "hashtag.appeared": appearedNotice, "hashtag.gone": goneNotice, "hashtag.surged": surgedNotice },
  fixtures: hashtagFixtures,
};
