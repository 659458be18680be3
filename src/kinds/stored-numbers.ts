import { filled, isObject, type Json, type JsonObject } from "../core/json.ts";
import type { KnownNumber } from "../core/watched-number.ts";

const NUMBER: KnownNumber = { value: 0, seenAt: 0, peak: 0, sides: {}, points: [], surgedAt: null };

/** The entries of an object, each with defaults. Ids from outside can have any name. */
export const eachStored = <T>(stored: Json | undefined, fill: (entry: JsonObject) => T): Record<string, T> =>
  Object.fromEntries(
    Object.entries(isObject(stored) ? stored : {}).flatMap(([key, entry]) =>
      isObject(entry) ? [[key, fill(entry)]] : [],
    ),
  );

/** Watched numbers that an older version stored. */
export const storedNumbers = (stored: Json | undefined): Record<string, KnownNumber> =>
  eachStored(stored, (number) => filled(NUMBER, number));
