import type { IdPrefix } from "../../../core/ids.ts";
import type { Operation } from "../../../core/operation.ts";
import type { News } from "../../../core/drift-detector.ts";
import type { Result } from "../../../core/result.ts";
import type { Pause } from "../../../core/concurrency.ts";
import type { AnyStored, Declared, Tools } from "../../../resources/resource.ts";
import type { Refused, Step } from "../../../resources/step.ts";
import type { OperationsConfig } from "../../../engine/upstream/operation-form.ts";
import type { Applied } from "../shape.ts";

/** The whole configuration at one moment, and a fingerprint of it. */
export interface Configuration {
  fingerprint: string;
  /** By resource. Each slice is read when needed. */
  slices: Map<string, (() => AnyStored[])[]>;
  /** The definitions of operations that were set through the API. */
  operations: OperationsConfig;
}

/** The ports of an apply. */
export interface ConfigDeps extends Omit<Tools, "now"> {
  /** The configuration: oldest first, or in the order of documents. */
  configuration(order: "made" | "document"): Promise<Configuration>;
  /** The records with these ids, with values computed from other tables, but without the state of polls. */
  knownInBrief(of: Declared, ids: string[]): Promise<AnyStored[]>;
  /** Writes all steps at once, and stores the outcome of the request. */
  write(steps: Step[], applied: Applied): Promise<Result<null, Refused>>;
  /** Notifies operators. If this fails, changes are kept. */
  announce(news: News[], now: number): Promise<void>;
  /** Yields to other work, as there may be very many records. */
  pause: Pause;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
  /** Whether the caller may change operations. */
  mayDefine: boolean;
  /** All operations that can be called, if these definitions are stored. */
  operationsWith(stored: OperationsConfig): Promise<ReadonlyMap<string, Operation>>;
  /** Why the environment rules out a definition; null if it does not. */
  contradiction(name: string, reported: NonNullable<OperationsConfig[string]>): string | null;
}
