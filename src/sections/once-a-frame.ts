import type { Frame } from "./section.ts";

/** Remembers what is made from a frame, so that the calendar is asked once, not for every target. */
export function onceAFrame<T>(make: (frame: Frame) => T): (frame: Frame) => T {
  const created = new WeakMap<Frame, T>();
  return (frame) => {
    let one = created.get(frame);
    if (one === undefined) created.set(frame, (one = make(frame)));
    return one;
  };
}
