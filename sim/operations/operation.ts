import type { Params } from "../service/params.ts";
import type { World } from "../world/world.ts";

/** Returns a page of a generated list: the items under `name`, the next cursor, and whether there are more. */
export function pageOf(params: Params, name: string, total: number, make: (place: number) => unknown): object {
  const offset = params.number("offset");
  const end = Math.max(offset, Math.min(total, offset + params.number("count")));
  const list = Array.from({ length: end - offset }, (_none, index) => make(offset + index));
  return { [name]: list, cursor: end, has_more: end < total ? 1 : 0, total, status_code: 0 };
}

interface OperationContext {
  params: Params;
  world: World;
  /** Requests to the service since the last reset. */
  callsMade: number;
}

/** Returns the `data` of the envelope. */
export type Operation = (context: OperationContext) => unknown;
