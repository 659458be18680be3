import type { OneReading, OnePorts } from "../target-reading.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { found } from "../../../http/problem.ts";
import { seeOther, type PageContext } from "../../../ui/page.ts";
import { ROOMS, type Room } from "../../../ui/words/rooms.ts";

/** Returns one target of a room; throws a 404 Problem for any other. */
export async function theOne({ ports, params }: PageContext, { kind, noun }: Room): Promise<Target> {
  const one = await ports.keep.find(target, params["id"]!);
  return found(one?.kind === kind ? one : null, noun);
}

/** Reads everything the page shows of a target. A target of another room is redirected to its page there. */
export async function readOne(
  { ports, params, url, now }: PageContext<OnePorts>,
  { kind, noun }: Room,
): Promise<(OneReading & { target: Target }) | Response> {
  const reading = await ports.one.read(params["id"]!, now);
  const one = found(reading.target, noun);
  if (one.kind === kind) return { ...reading, target: one };
  const other = ROOMS.find((room) => room.kind === one.kind);
  return seeOther(`${found(other ?? null, noun).path}/${one.id}${url.search}`);
}
