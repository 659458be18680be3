import { inSight } from "../../core/absence.ts";
import { eachFilled, filled } from "../../core/with-defaults.ts";
import { noCount } from "../../core/growing-count.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { DEFAULTS, type HashtagParams, type HashtagSettings } from "./params.ts";
import { BLANK, type HashtagState, type KnownHashtag } from "./view.ts";

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
export const storedHashtag: Stored<HashtagParams, HashtagSettings, HashtagState> = {
  params: (stored) => ({ count: COUNT, ...(stored as Partial<HashtagParams>) }) as HashtagParams,
  settings: (stored) => filled<HashtagSettings>(DEFAULTS, stored),
  state: (stored) => (isObject(stored) ? state(stored) : null),
};
