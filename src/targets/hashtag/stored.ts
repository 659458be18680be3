import { eachFilled, filled } from "../../core/filled.ts";
import { noCount } from "../../core/growing-count.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { DEFAULTS, type HashtagParams, type HashtagSettings } from "./params.ts";
import type { HashtagState, KnownHashtag } from "./view.ts";

/** How many results were looked at where params do not say. */
const COUNT = 20;

const STATE: HashtagState = { since: 0, readTo: null, sampledAt: 0, known: {} };

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

/** Rows of hashtag searches that an older version wrote. */
export const storedHashtag: Stored<HashtagParams, HashtagSettings, HashtagState> = {
  params: (stored) => ({ count: COUNT, ...(stored as Partial<HashtagParams>) }) as HashtagParams,
  settings: (stored) => filled<HashtagSettings>(DEFAULTS, stored),
  state: (stored) =>
    isObject(stored) ? { ...filled(STATE, stored), known: eachFilled(stored["known"], known) } : null,
};
