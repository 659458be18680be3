import type { JsonObject } from "../core/json.ts";

/** A field that names a record of another resource, which it keeps from being deleted, or follows. */
export interface Ref {
  to: string;
  gone: "refuse" | "follow";
  /** Where only some of them may be named. */
  only?: Only;
}

/** Which records may be named: by a field that never changes, for its own sake as a text that SQL may quote. */
interface Only {
  field: string;
  values: string[];
  /** What it must name, in words: "channel whose messages can be edited". */
  noun: string;
  /** What a body has that makes one of them. */
  example: JsonObject;
}

/** True for a record that a field may name. */
export const suits = ({ only }: Pick<Ref, "only">, one: Record<string, unknown>): boolean =>
  only === undefined || only.values.includes(String(one[only.field]));
