import type { JsonObject } from "../core/json.ts";

/** Of what a digest speaks by name: `told` is what people know it by besides, such as its id at the service. */
interface Named {
  name: string;
  told: string;
}

/** What people know a watched target by besides its name: the creator's id, the room's, or else its own. */
export function distinguishingOf({ id, params }: { id: string; params: JsonObject }): string {
  const known = params["userId"] ?? params["roomId"];
  return typeof known === "string" && known !== "" ? known.slice(0, 40) : id;
}

/** So much of an id is told. */
const END = 4;

/** The same, but names that several bear carry the end of what tells them apart: "Maria (…4321)"; all of it where the ends are equal. */
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
