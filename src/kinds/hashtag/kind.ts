import { inSight } from "../../core/absence.ts";
import { noCount } from "../../core/compared-numbers.ts";
import { eachFilled, filled, isObject, type JsonObject } from "../../core/json.ts";
import { inEnglish } from "../../core/sentence.ts";
import { hashtagPage } from "./page.ts";
import type { Stored, TargetKind } from "../kind.ts";
import { hashtagEvents } from "./events.ts";
import { judgeHashtag } from "./judge.ts";
import { hashtagParams, hashtagSettings, type HashtagParams, type HashtagSettings, DEFAULTS } from "./params.ts";
import { maxPages, readHashtags } from "./read.ts";
import { showHashtags, summaryOf, type HashtagState, type HashtagView, BLANK, type KnownHashtag } from "./view.ts";

/** Default number of results. */
const COUNT = 20;

const KNOWN: KnownHashtag = {
  name: "",
  position: 0,
  views: noCount,
  uses: noCount,
  absence: null,
  points: [],
  seenAt: 0,
  surgedAt: null,
};

const known = (one: JsonObject): KnownHashtag => ({
  ...filled(KNOWN, one),
  views: filled(noCount, one["views"]),
  uses: filled(noCount, one["uses"]),
});

function state(stored: JsonObject): HashtagState {
  const found = eachFilled(stored["known"], known);
  return {
    ...filled({ ...BLANK, readTo: null, size: Object.values(found).filter(inSight).length }, stored),
    known: found,
  };
}

/** Reads rows that an older version stored. */
const storedHashtag: Stored<HashtagParams, HashtagSettings, HashtagState> = {
  params: (stored) => ({ count: COUNT, ...(stored as Partial<HashtagParams>) }) as HashtagParams,
  settings: (stored) => filled<HashtagSettings>(DEFAULTS, stored),
  state: (stored) => (isObject(stored) ? state(stored) : null),
};

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
