import type { Frame } from "./section.ts";

/** Caches a value by frame, so that the calendar is not computed for every target. */
export function onceAFrame<T>(make: (frame: Frame) => T): (frame: Frame) => T {
  const created = new WeakMap<Frame, T>();
  return (frame) => {
    let one = created.get(frame);
    if (one === undefined) created.set(frame, (one = make(frame)));
    return one;
  };
}
