import type { Param } from "../../resources/resource.ts";
import type { Refused } from "../../resources/step.ts";

/** A condition of a write, as SQL with a `?` for each parameter, and the refusal if it does not hold. */
export interface Condition {
  sql: string;
  params: Param[];
  otherwise: Refused;
  /** True if the table enforces the condition itself. It is then evaluated only to explain a refusal. */
  enforced?: true;
}
