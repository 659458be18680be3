import type { JsonObject } from "../core/json.ts";
import type { AnyStored, Declared } from "./resource.ts";

/** A step of a write, as data. Quotas, references and revisions are checked in the same batch. */
export type Step =
  | { do: "make"; of: Declared; records: AnyStored[] }
  | { do: "change"; of: Declared; changes: { before: AnyStored; after: AnyStored; fields: string[] }[] }
  /**
   * `revision` null accepts any. With `cascade` the records that use these are deleted too. About a hundred ids at
   * most. With `lists` no record beyond these watchlists may use them.
   */
  | { do: "remove"; of: Declared; ids: string[]; revision: number | null; cascade: boolean; lists?: string[] }
  /** Stores the definition of an operation; null removes a default one. */
  | { do: "define"; operation: string; definition: JsonObject | null }
  /**
   * Deletes the definition of an operation that was set through the API. Targets of these kinds that name the operation
   * use it; with `cascade` they are deleted too.
   */
  | { do: "undefine"; operation: string; kinds: string[]; cascade: boolean }
  /** Deletes records that are known to be unused, and those that follow them. */
  | { do: "clear"; of: Declared; ids: string[] }
  /** Requires that the configuration has not changed since it was read. Then no other checks are needed. */
  | { do: "stand"; fingerprint: string };

/** Why nothing was written. */
export type Refused =
  /** The record, or the configuration, was changed meanwhile. */
  | { kind: "moved" }
  | { kind: "missing" }
  | { kind: "taken" }
  /** Another record has the same value of the field that `distinct` declares. */
  | { kind: "twice" }
  | { kind: "full"; of: Declared }
  | { kind: "dangling"; fields: string[] }
  /** A record differs from the one that this field refers to, in a field that both must share. */
  | { kind: "apart"; field: string }
  | { kind: "used" }
  /** A record beyond the watchlists of a step uses it. */
  | { kind: "used beyond" }
  /** A request with this Idempotency-Key has completed meanwhile. */
  | { kind: "repeated" };
