import { nextTime, type Schedule } from "../../src/core/schedule.ts";

/** The times of a schedule after one instant up to another, computed one by one. */
export function timesBetween(schedule: Schedule, after: number, until: number): number[] {
  const times: number[] = [];
  for (let at = nextTime(schedule, after); at !== null && at <= until; at = nextTime(schedule, at)) times.push(at);
  return times;
}
