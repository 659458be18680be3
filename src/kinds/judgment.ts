import type { DoubtNews } from "../core/absence.ts";
import type { Change } from "../core/event.ts";

/** What a judge compares: an answer and the stored state. */
export interface Judging<Params, Settings, State, View> {
  targetId: string;
  params: Params;
  settings: Settings;
  announceInitial: boolean;
  /** The stored state; null before the first successful poll. */
  before: State | null;
  view: View;
  /** Time of this poll, epoch ms of its tick. */
  at: number;
  /**
   * True if a change of verdict must wait for the next poll, whatever the settings, because too many targets changed at
   * once.
   */
  hold: boolean;
  /** The last successful poll before this one, epoch ms; null if there was none. */
  lastOkAt: number | null;
  /** How long a verdict is valid, milliseconds (`unknownAfterMs`). After that the state is unknown. */
  holdsMs: number;
}

/** What it finds. */
export interface Judgment<State, Found = Change> {
  state: State;
  changes: Found[];
  /** Poll again within this many seconds, because something awaits confirmation; null for the usual interval. */
  again: number | null;
  /** A point of the target's time series, by name of the series; undefined if none is due. */
  samples?: Record<string, number>;
  /** With samples: the values that the last good poll still had, where its time matters. */
  heldSamples?: Record<string, number>;
  /** With samples: this point must be stored however many there are of the day. */
  mustSample?: true;
  /** Set if answers began to be doubted as a whole, or no longer are. */
  doubt?: DoubtNews;
}
