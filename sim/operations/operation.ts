import type { Params } from "../service/params.ts";
import type { World } from "../world/world.ts";

interface OperationContext {
  params: Params;
  world: World;
  /** Requests to the service since the last reset. */
  callsMade: number;
}

/** Returns the `data` of the envelope. */
export type Operation = (context: OperationContext) => unknown;
