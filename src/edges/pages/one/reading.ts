import type { OneReading } from "../../../flows/browse/one-reading.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { target } from "../../../resources/targets/target.ts";
import { found } from "../../http/problem.ts";
import type { Shell } from "../layout.tsx";
import type { Visit } from "../page.ts";
import { serviceOf } from "../show.tsx";
import type { Room } from "./room.ts";

/** One target of a room; throws the 404 Problem for any other. */
export async function theOne({ ports, params }: Visit, { kind, noun }: Room): Promise<Target> {
  const one = await ports.keep.find(target, params["id"]!);
  return found(one?.kind === kind ? one : null, noun);
}

/** The same with all that its page says. */
export async function readOne(
  { ports, params }: Visit,
  { kind, noun }: Room,
): Promise<OneReading & { target: Target }> {
  const reading = await ports.one.read(params["id"]!);
  return { ...reading, target: found(reading.target?.kind === kind ? reading.target : null, noun) };
}

/** What the frame of the page says, out of what was read for it. */
export const shellOf = ({ pulse, onAir }: OneReading, { ports, now }: Visit): Shell => ({
  onAir,
  service: serviceOf(pulse, ports.health.perMinute, now),
});
