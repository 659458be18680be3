import type { AnyStored, Declared } from "./resource.ts";

/** What a write does, as data. What is counted, named or compared is looked at in the same batch. */
export type Step =
  | { do: "make"; of: Declared; records: AnyStored[] }
  | { do: "change"; of: Declared; changes: { before: AnyStored; after: AnyStored; fields: string[] }[] }
  /** `revision` null: whichever they have. With `cascade` their users go along. At most some hundred. */
  | { do: "remove"; of: Declared; ids: string[]; revision: number | null; cascade: boolean }
  /** Deletes what is known to be unused; what follows it goes along. */
  | { do: "clear"; of: Declared; ids: string[] }
  /** Nothing of the configuration has changed since it was read: nothing else need be looked at. */
  | { do: "stand"; fingerprint: string };

/** Why nothing was written. */
export type Refused =
  /** Others changed it, or the configuration, meanwhile. */
  | { kind: "moved" }
  | { kind: "missing" }
  | { kind: "taken" }
  | { kind: "full"; of: Declared }
  | { kind: "dangling"; fields: string[] }
  | { kind: "used" }
  /** A request of this Idempotency-Key has been carried out meanwhile. */
  | { kind: "repeated" };
