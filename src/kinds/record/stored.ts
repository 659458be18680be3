import { filled } from "../../core/with-defaults.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { Stored } from "../kind.ts";
import { storedNumbers } from "../stored-numbers.ts";
import { DEFAULTS, type RecordParams, type RecordSettings } from "./params.ts";
import type { RecordState } from "./view.ts";

const PARAMS: Omit<RecordParams, "operation"> = { values: {} };
const STATE: RecordState = { since: 0, sampledAt: 0, mark: null, fields: {}, numbers: {} };

/** Reads rows that an older version stored. */
export const storedRecord: Stored<RecordParams, RecordSettings, RecordState> = {
  params: (stored: JsonObject) => filled(PARAMS, stored) as RecordParams,
  settings: (stored) => filled<RecordSettings>(DEFAULTS, stored),
  state: (stored: Json) =>
    isObject(stored) ? { ...filled(STATE, stored), numbers: storedNumbers(stored["numbers"]) } : null,
};
