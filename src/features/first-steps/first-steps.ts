import type { Proof } from "../../core/proof.ts";

/** A channel, as the first steps speak of it. */
export interface StepChannel {
  id: string;
  name: string;
  kind: string;
  /** False if nothing is sent to it. */
  enabled: boolean;
  /** True if an active alert sends to it. */
  alerted: boolean;
  /** Whether it is one of the demo's. */
  demo: boolean;
}

/** What exists of the things that a first start needs. */
export interface StepsReading {
  /** The latest few. */
  channels: StepChannel[];
  /** Active alerts, counted up to about a hundred. */
  alerts: number;
  /** Creators who are watched, and how many of them are not the demo's. */
  creators: number;
  ownCreators: number;
  /** True while there is a demo. */
  demo: boolean;
  /** What was seen of the rule that says who is live. */
  proof: Proof | null;
}
