import type { Base, Declared } from "../resources/resource.ts";
import type { Ports } from "./ports.ts";
import { found } from "./problem.ts";

interface RecordRequest {
  ports: { keep: Pick<Ports["keep"], "find"> };
  params: Record<string, string>;
}

/** The record with the id in the path. Throws the 404 Problem with its noun if there is none. */
export const recordAt = async <One extends Base>(
  of: Declared<One>,
  { ports, params }: RecordRequest,
  noun = of.noun,
): Promise<One> => found(await ports.keep.find(of, params["id"]!), noun);
