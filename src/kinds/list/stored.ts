import { filled, isObject, type JsonObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { eachStored, storedNumbers } from "../stored-numbers.ts";
import { DEFAULTS, type ListParams, type ListSettings } from "./params.ts";
import { BLANK, sizeOf, type KnownItem, type ListState } from "./view.ts";

const PARAMS: Omit<ListParams, "operation"> = { values: {} };
const KNOWN: KnownItem = { fields: {}, seenAt: 0, absence: null, numbers: {} };

const known = (one: JsonObject): KnownItem => ({ ...filled(KNOWN, one), numbers: storedNumbers(one["numbers"]) });

function state(stored: JsonObject): ListState {
  const items = eachStored(stored["known"], known);
  // Older versions did not remember the ids of items that they left out: any that is not stored may be one of them.
  const forgotten = stored["full"] === true ? Number.MAX_SAFE_INTEGER : null;
  return { ...filled({ ...BLANK, size: sizeOf(items), forgotten }, stored), known: items };
}

/** Reads rows that an older version stored. */
export const storedList: Stored<ListParams, ListSettings, ListState> = {
  params: (stored) => filled(PARAMS, stored) as ListParams,
  settings: (stored) => filled<ListSettings>(DEFAULTS, stored),
  state: (stored) => (isObject(stored) ? state(stored) : null),
};
