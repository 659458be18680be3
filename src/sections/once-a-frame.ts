/** Caches a value by frame, so that the calendar is not computed for every target. */
export function onceAFrame<AnyFrame extends object, T>(make: (frame: AnyFrame) => T): (frame: AnyFrame) => T {
  const created = new WeakMap<AnyFrame, T>();
  return (frame) => {
    let one = created.get(frame);
    if (one === undefined) created.set(frame, (one = make(frame)));
    return one;
  };
}
