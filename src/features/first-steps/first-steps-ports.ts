import type { Operation } from "../../core/operation.ts";
import type { StepsReading } from "./first-steps.ts";
import type { StoreServiceDeps } from "../service/connect/store-service.ts";

/** Ports of the first steps, in addition to those of the API. */
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
