import { eachFilled, filled } from "../../core/with-defaults.ts";
import { noCount } from "../../core/growing-count.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { DEFAULTS, type HashtagParams, type HashtagSettings } from "./params.ts";
import type { HashtagState, KnownHashtag } from "./view.ts";

/** Default number of results. */
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

/** Reads rows that an older version stored. */
export const storedHashtag: Stored<HashtagParams, HashtagSettings, HashtagState> = {
  params: (stored) => ({ count: COUNT, ...(stored as Partial<HashtagParams>) }) as HashtagParams,
  settings: (stored) => filled<HashtagSettings>(DEFAULTS, stored),
  state: (stored) =>
    isObject(stored) ? { ...filled(STATE, stored), known: eachFilled(stored["known"], known) } : null,
};
