import type { Proof, Seen } from "../../core/proof.ts";

/** What a tick reads of the rule that decides who is live. */
export interface Proving {
  proof: Proof | null;
  /** The first start and end since the rule applies, unless the proof already has them. */
  start: Seen | null;
  end: Seen | null;
}

/** Updates the proof. `rule` is null if only the demo's service is connected. A new rule starts a new proof. */
export function proofAt({ proof, start, end }: Proving, rule: string | null, now: number): Proof | null {
  if (rule === null) return null;
  if (proof?.rule !== rule) return { rule, since: now, start: null, end: null };
  return { ...proof, start: proof.start ?? start, end: proof.end ?? end };
}
