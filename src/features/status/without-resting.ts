import { demoTargets } from "../../core/demo.ts";
import type { NowReading, Watched } from "../now/now-reading.ts";

/** Leaves out the demo's targets while another service is connected, because they are not polled. */
export function withoutResting(reading: NowReading): NowReading {
  const resting = demoTargets(reading.proof === null ? null : reading.demo);
  if (resting.size === 0) return reading;
  const awake = (all: Watched[]) => all.filter(({ id }) => !resting.has(id));
  const { onAir, failing, unknown, first } = reading;
  return { ...reading, onAir: awake(onAir), failing: awake(failing), unknown: awake(unknown), first: awake(first) };
}
