import type { Operation } from "../core/operation.ts";
import type { Fault } from "../core/fault.ts";
import type { Result } from "../core/result.ts";
import type { Answer, Call } from "../kinds/kind.ts";

/** Access to the polled service for lookups before a record is stored. */
export interface UpstreamTool {
  /** The definition of an operation; null if it is not configured. */
  operation: (name: string) => Promise<Operation | null>;
  /** Makes one call from the budget. Null if none is left, or in bulk changes: then ticks do the lookup. */
  ask: (call: Call) => Promise<Result<Answer, Fault> | null>;
}
