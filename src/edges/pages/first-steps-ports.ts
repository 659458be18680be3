import type { Operation } from "../../core/operation.ts";
import type { StepsReading } from "../../flows/browse/first-steps.ts";
import type { StoreServiceDeps } from "../../flows/manage/connect/keep-service.ts";

/** What the first steps need beyond what the API has. */
export interface FirstStepsPorts {
  firstSteps: {
    read(): Promise<StepsReading>;
    /** The operations as they are now, by name. */
    operations(): Promise<ReadonlyMap<string, Operation>>;
    keepService: StoreServiceDeps["keepService"];
  };
}
