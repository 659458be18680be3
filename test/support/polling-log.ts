/** The true streams of a creator: start and end of each, in minutes since the first tick, in order. */
export interface Broadcasts {
  sessions: [start: number, end: number][];
}

const WEEK = 10_080;

/** Minutes, by the week of the finding. */
export type Delays = [week: number, minutes: number][];

/** What polls saw of histories, and what was reported. */
export class Log {
  /** From the start of a stream to the first poll that saw it. */
  readonly starts: Delays = [];
  /** From the end of a stream to the first poll that saw it offline, and to the one that reported the end. */
  readonly offs: Delays = [];
  readonly ends: Delays = [];
  /** From the first poll that saw it offline to the one that reported the end. */
  readonly confirmed: Delays = [];
  /** Reported starts. */
  toldStarts = 0;
  /** The delay of starts that a plan predicted at the end of each week, minutes; null without a prediction. */
  readonly promised: (number | null)[] = [];
  /** Calls by week, and the number of optional ones. */
  readonly calls: number[] = [];
  optional = 0;
  /** The maximum number of calls in a minute. */
  mostCalls = 0;
  /** The longest wait for a poll, minutes. */
  longestGap = 0;
  private inMinute: [minute: number, calls: number] = [-1, 0];
  private readonly open: { place: number; seen: number; end: number; off: number; last: number }[];
  private readonly histories: Broadcasts[];
  private readonly judgedFrom: number;

  /** Starts count from a minute on. */
  constructor(histories: Broadcasts[], evaluatedFrom = 0) {
    this.histories = histories;
    this.judgedFrom = evaluatedFrom;
    this.open = histories.map(() => ({ place: 0, seen: -1, end: -1, off: -1, last: 0 }));
  }

  called(minute: number): void {
    const week = Math.floor(minute / WEEK);
    this.calls[week] = (this.calls[week] ?? 0) + 1;
    this.inMinute = [minute, this.inMinute[0] === minute ? this.inMinute[1] + 1 : 1];
    this.mostCalls = Math.max(this.mostCalls, this.inMinute[1]);
  }

  /** A poll of one creator: its room, 0 while offline. */
  polled(target: number, minute: number): number {
    this.called(minute);
    const { sessions } = this.histories[target]!;
    const one = this.open[target]!;
    this.longestGap = Math.max(this.longestGap, minute - one.last);
    one.last = minute;
    while (one.place < sessions.length && sessions[one.place]![1] <= minute) one.place += 1;
    const session = sessions[one.place];
    const on = session !== undefined && session[0] <= minute;
    if (!on) {
      if (one.end >= 0 && one.off < 0) {
        this.offs.push([Math.floor(one.end / WEEK), minute - one.end]);
        one.off = minute;
      }
      return 0;
    }
    if (one.seen !== one.place) {
      one.seen = one.place;
      if (session[0] >= this.judgedFrom) this.starts.push([Math.floor(session[0] / WEEK), minute - session[0]]);
    }
    [one.end, one.off] = [session[1], -1];
    return 7000 + one.place;
  }

  told(type: string, target: number, minute: number): void {
    const one = this.open[target]!;
    if (type === "live.started") this.toldStarts += 1;
    if (type !== "live.ended" || one.off < 0) return;
    const week = Math.floor(one.end / WEEK);
    this.ends.push([week, minute - one.end]);
    this.confirmed.push([week, minute - one.off]);
    one.end = -1;
  }
}
