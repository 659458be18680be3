import type { JsonObject } from "../core/json.ts";
import { fieldWords } from "../core/named-values.ts";
import { cut, tidyLine } from "../core/text.ts";

const MAX_NAME = 120;

/** An outside name as stored in a digest: one line of limited length; null if nothing is left. */
export function displayedName(name: unknown, max = MAX_NAME): string | null {
  if (typeof name !== "string") return null;
  return cut(tidyLine(name.slice(0, 4 * max)), max) || null;
}

/**
 * Something that a digest names. `told` distinguishes it from others of the same name, such as its id at the service.
 */
interface Named {
  name: string;
  told: string;
}

/** What distinguishes a target besides its name: the creator's user id, the room's id, or its own id. */
export function distinguishingOf({ id, params }: { id: string; params: JsonObject }): string {
  const known = params["userId"] ?? params["roomId"];
  return typeof known === "string" && known !== "" ? known.slice(0, 40) : id;
}

/** The number of characters of an id to show. */
const END = 4;

/**
 * Adds what distinguishes them to names that occur several times: "Maria (…4321)". If the ends of ids are equal, the
 * whole id.
 */
export function distinguished<T extends Named>(all: T[]): T[] {
  const apart = [...all];
  for (const alike of Map.groupBy(all.keys(), (index) => all[index]!.name).values()) {
    if (alike.length === 1) continue;
    const ends = new Set(alike.map((index) => all[index]!.told.slice(-END)));
    for (const index of alike) {
      const { name, told: distinguishing } = all[index]!;
      const hint =
        ends.size < alike.length || distinguishing.length <= END ? distinguishing : `…${distinguishing.slice(-END)}`;
      apart[index] = { ...all[index]!, name: `${name} (${hint})` };
    }
  }
  return apart;
}

const MAX_FIELD = 40;

/** The name of a field in words; null if nothing is left. */
export function fieldLabel(field: unknown): string | null {
  const name = displayedName(field, MAX_FIELD);
  return name === null ? null : fieldWords(name) || null;
}
