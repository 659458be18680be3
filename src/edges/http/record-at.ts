import type { Base, Declared } from "../../resources/resource.ts";
import type { Ports } from "./ports.ts";
import { found } from "./problem.ts";

interface Asking {
  ports: { keep: Pick<Ports["keep"], "find"> };
  params: Record<string, string>;
}

/** The record whose id the path says; throws the 404 Problem where there is none, by what people call it. */
export const recordAt = async <One extends Base>(
  of: Declared<One>,
  { ports, params }: Asking,
  noun = of.noun,
): Promise<One> => found(await ports.keep.find(of, params["id"]!), noun);
