/** Lets whatever else waits run before it goes on. */
export type Pause = () => Promise<void>;

/** As many things take some milliseconds. */
const SLICE = 500;

/** To be called once for each thing of a long walk: after each slice of things it pauses. */
export function sliced(pause: Pause, slice = SLICE): () => Promise<void> | undefined {
  let things = 0;
  return () => (++things % slice === 0 ? pause() : undefined);
}
