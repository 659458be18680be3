import type { Params } from "../service/params.ts";
import type { World } from "../world/world.ts";

interface OperationContext {
  params: Params;
  world: World;
  /** Requests to the service since the last reset. */
  callsMade: number;
}

/** Makes the `data` of an envelope. */
export type Operation = (context: OperationContext) => unknown;
