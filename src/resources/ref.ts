import type { JsonObject } from "../core/json.ts";

/** A reference to a record of another resource. Deleting that record is refused, or also deletes this one. */
export interface Ref {
  to: string;
  onDelete: "refuse" | "follow";
  /** Set if only some records may be referred to. */
  only?: Only;
}

/**
 * The records that may be referred to, by a field that never changes. Its values are quoted in SQL, so they must be
 * plain.
 */
interface Only {
  field: string;
  values: string[];
  /** What it must refer to, in words: "channel whose messages can be edited". */
  noun: string;
  /** The body of a record that may be referred to. */
  example: JsonObject;
}

/** Reports whether a field may refer to a record. */
export const suits = ({ only }: Pick<Ref, "only">, one: Record<string, unknown>): boolean =>
  only === undefined || only.values.includes(String(one[only.field]));
