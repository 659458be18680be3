import type { ApiBases, Listed, OutboundAnswer, OutboundRequest } from "../../channels/kind.ts";
import type { AnyChannelKind } from "../../channels/registry.ts";

export interface ListChannelsDeps {
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /** The base addresses of the bots' APIs. */
  bases: ApiBases;
}

/** The maximum number of calls for one list. */
const MAX_CALLS = 12;

/** Lists the channels that a bot can post to. Calls go only to the API of its kind. */
export async function listChannels(kind: AnyChannelKind, by: string, deps: ListChannelsDeps): Promise<Listed> {
  const base = deps.bases[kind.kind];
  if (kind.listing === undefined || base === undefined) throw new Error(`${kind.kind} lists no channels`);
  const listing = kind.listing.list(by, deps.bases);
  let step = listing.next();
  for (let calls = 0; step.done !== true; calls++) {
    if (new URL(step.value.url).origin !== new URL(base).origin)
      throw new Error(`${kind.kind} asks for channels beyond its API`);
    if (calls === MAX_CALLS) return { refused: "There are too many channels to list" };
    step = listing.next(await deps.send(step.value));
  }
  return step.value;
}
