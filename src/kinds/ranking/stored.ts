import { eachFilled, filled } from "../../core/with-defaults.ts";
import { isObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { DEFAULTS, type RankingParams, type RankingSettings } from "./params.ts";
import { UNSEEN, type RankingState } from "./view.ts";

const STATE: RankingState = { since: 0, league: null, rankings: {} };

/** Reads rows that an older version stored. */
export const storedRanking: Stored<RankingParams, RankingSettings, RankingState> = {
  params: (stored) => stored as RankingParams,
  settings: (stored) => filled<RankingSettings>(DEFAULTS, stored),
  state: (stored) =>
    isObject(stored)
      ? { ...filled(STATE, stored), rankings: eachFilled(stored["rankings"], (one) => filled(UNSEEN, one)) }
      : null,
};
