import type { Operation } from "../core/operation.ts";
import type { Fault } from "../core/fault.ts";
import type { Result } from "../core/result.ts";
import type { Answer, Call } from "../targets/kind.ts";

/** The polled service, for what is to be looked up before one is kept. */
export interface UpstreamTool {
  /** How an operation is called and read now; null where nobody said. */
  operation: (name: string) => Promise<Operation | null>;
  /** One call out of the budget; null where there is none to spare now, and where many are kept at once: then it waits for the ticks. */
  ask: (call: Call) => Promise<Result<Answer, Fault> | null>;
}
