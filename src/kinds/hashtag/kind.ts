import { inEnglish } from "../../core/say.ts";
import { hashtagPage } from "./page.ts";
import type { TargetKind } from "../kind.ts";
import { hashtagEvents } from "./events.ts";
import { judgeHashtag } from "./judge.ts";
import { hashtagParams, hashtagSettings, type HashtagParams, type HashtagSettings } from "./params.ts";
import { maxPages, readHashtags } from "./read.ts";
import { storedHashtag } from "./stored.ts";
import { showHashtags, summaryOf, type HashtagState, type HashtagView } from "./view.ts";

/** The results of a hashtag search: the events `hashtag.appeared`, `hashtag.gone` and `hashtag.surged`. */
export const hashtag: TargetKind<HashtagParams, HashtagSettings, HashtagState, HashtagView, typeof hashtagEvents> = {
  kind: "hashtag",
  title: "Hashtag search",
  page: hashtagPage,
  params: hashtagParams,
  settings: hashtagSettings,
  intervalSeconds: 3600,
  stored: storedHashtag,
  cpuWeight: 8,
  identity: ({ keyword, region, count }) => JSON.stringify([keyword, region, count]),
  operations: [
    {
      name: "search.hashtag",
      source: "spec",
      path: "/api/v1//search/hashtag",
      query: { keyword: "{keyword}", region: "{region}", offset: "{offset}", count: "{count}" },
    },
  ],
  calls: ({ count }) => maxPages(count),
  read: readHashtags,
  unreadable: ({ unreadable }) => unreadable ?? null,
  judge: judgeHashtag,
  measured: {
    known: ({ known }) => Object.fromEntries(Object.entries(known).map(([cid, { name }]) => [cid, name])),
    named: ({ cid, name }) => [cid, name],
  },
  snapshot: showHashtags,
  status: (state) => ({ summary: summaryOf(state, inEnglish) }),
  summary: summaryOf,
  since: (state) => state.since,
  live: () => false,
  events: hashtagEvents,
  example: { name: "Knitting", params: { keyword: "knit", region: "US", count: 20 } },
};
