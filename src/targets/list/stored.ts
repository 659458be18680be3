import { filled } from "../../core/with-defaults.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { eachStored, storedNumbers } from "../stored-numbers.ts";
import { DEFAULTS, type ListParams, type ListSettings } from "./params.ts";
import type { KnownItem, ListState } from "./view.ts";

const PARAMS: Omit<ListParams, "operation"> = { values: {} };
const STATE: ListState = { since: 0, sampledAt: 0, longest: 0, full: false, known: {} };
const KNOWN: KnownItem = { fields: {}, seenAt: 0, absence: null, numbers: {} };

const known = (one: JsonObject): KnownItem => ({ ...filled(KNOWN, one), numbers: storedNumbers(one["numbers"]) });

/** Reads rows that an older version stored. */
export const storedList: Stored<ListParams, ListSettings, ListState> = {
  params: (stored) => filled(PARAMS, stored) as ListParams,
  settings: (stored) => filled<ListSettings>(DEFAULTS, stored),
  state: (stored) =>
    isObject(stored) ? { ...filled(STATE, stored), known: eachStored(stored["known"], known) } : null,
};
