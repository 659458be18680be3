import type { StoreServiceDeps } from "../service/connect/store-service.ts";
import type { Operation } from "../../core/operation.ts";
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
  /** True if its messages don't arrive. */
  failing: boolean;
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

export interface FirstStepsPorts {
  firstSteps: {
    read(): Promise<StepsReading>;
    /** The current operations, by name. */
    operations(): Promise<ReadonlyMap<string, Operation>>;
    keepService: StoreServiceDeps["keepService"];
    /** Names the rule that says who is live; null where the service is the demo's, or none. */
    rule(): Promise<string | null>;
    /** Begins the proof of a rule (epoch ms), to be seen on these targets; what was seen of the same rule stays. */
    beginProof(rule: string, since: number, watched: string[]): Promise<void>;
    /** The creators of these identities who are watched already, in whatever list: their ids by identity. */
    watchedAs(identities: string[]): Promise<Map<string, string>>;
  };
}
