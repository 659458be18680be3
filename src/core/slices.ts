/** Yields, so that other waiting work can run. */
export type Pause = () => Promise<void>;

/** This many steps take some milliseconds. */
const SLICE = 500;

/** The same for steps that only look something up. A pause takes a millisecond even if nothing waits. */
export const QUICK_STEPS = 5000;

/** Returns a function to await once per step of a long loop. It pauses after each slice of steps. */
export function sliced(pause: Pause, slice = SLICE): () => Promise<void> | undefined {
  let things = 0;
  return () => (++things % slice === 0 ? pause() : undefined);
}
