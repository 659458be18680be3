// The model that reports are compared with. It knows only which polls were answered, and with what. Nothing here is taken
// from the product.

export type Span = [from: number, to: number];

/** How long a verdict holds: the longer of ten minutes and three intervals of five minutes. */
const HOLDS_MS = 900_000;

/** Polls after an end within this time belong to the stream before. */
const CONFIRM_OFF = 2;

const HOUR = 3_600_000;

interface Creator {
  id: string;
  userId: string;
  createdAt: number;
  removedAt: number | null;
  pauses: Span[];
  /** The answered polls. */
  polls: { at: number; on: boolean }[];
  places: { at: number; place: number | null }[];
}

const clip = (spans: Span[], from: number, to: number): Span[] =>
  spans.map(([a, b]): Span => [Math.max(a, from), Math.min(b, to)]).filter(([a, b]) => b > a);

const length = (spans: Span[]): number => spans.reduce((sum, [a, b]) => sum + b - a, 0);

/** What spans and others have in common. Both are in order and without overlaps. */
const both = (spans: Span[], rest: Span[]): Span[] => spans.flatMap(([a, b]) => clip(rest, a, b));

export class ObservedModel {
  readonly zone: string;
  readonly creators = new Map<string, Creator>();
  constructor(zone: string) {
    this.zone = zone;
  }

  add(id: string, userId: string, createdAt: number): void {
    this.creators.set(id, { id, userId, createdAt, removedAt: null, pauses: [], polls: [], places: [] });
  }

  of(userId: string): Creator[] {
    return [...this.creators.values()].filter((one) => one.userId === userId && one.removedAt === null);
  }

  /** The spans in which the state of a creator is known at `now`. */
  known({ createdAt, removedAt, pauses, polls }: Creator, now: number): Span[] {
    const end = removedAt ?? now;
    const times = polls.map(({ at }) => at).filter((at) => at >= createdAt && at <= end);
    const spans = times.flatMap((at, index): Span[] => {
      const next = times[index + 1] ?? null;
      if (next !== null) return next - at >= HOLDS_MS ? [] : [[at, next]];
      return end - at >= HOLDS_MS ? [] : [[at, end]];
    });
    return spans.flatMap((span) => this.#without(span, pauses));
  }

  #without([from, to]: Span, gaps: Span[]): Span[] {
    let left: Span[] = [[from, to]];
    for (const [a, b] of gaps)
      left = left.flatMap(([x, y]): Span[] => [...clip([[x, y]], -Infinity, a), ...clip([[x, y]], b, Infinity)]);
    return left;
  }

  /** Streams from their first poll to the first that no longer saw them; the open one goes on. */
  streams({ polls, createdAt }: Creator): Span[] {
    const streams: Span[] = [];
    let [start, off, count] = [null as number | null, 0, 0];
    for (const { at, on } of polls.filter((one) => one.at >= createdAt)) {
      if (on) {
        start ??= at;
        count = 0;
      } else if (start !== null) {
        if (count === 0) off = at;
        count += 1;
        if (count < CONFIRM_OFF) continue;
        streams.push([start, off]);
        [start, count] = [null, 0];
      }
    }
    if (start !== null) streams.push([start, Infinity]);
    return streams;
  }

  /** The observed airtime of each stream. */
  live(one: Creator, now: number): Span[][] {
    const known = this.known(one, now);
    return this.streams(one).map((stream) => both([stream], known));
  }

  seconds(one: Creator, from: number, to: number, now: number): number {
    return Math.round(length(clip(this.live(one, now).flat(), from, Math.min(to, now))) / 1000);
  }

  /** Null if the creator was added after the period; rounded down to four digits. */
  coverage(one: Creator, from: number, to: number, now: number): number | null {
    const end = Math.min(to, now);
    if (one.createdAt >= end || end <= from) return null;
    return Math.floor((length(clip(this.known(one, now), from, end)) * 10_000) / (end - from)) / 10_000;
  }

  row(one: Creator, [from, to]: Span, before: Span, validDayMinutes: number, now: number) {
    const spans = this.live(one, now).map((own) => clip(own, from, Math.min(to, now)));
    const all = spans.flat();
    const perDay = this.days(from, to).map(([a, b]) => length(clip(all, a, b)));
    const coverage = this.coverage(one, from, to, now);
    const beforeCoverage = this.coverage(one, before[0], before[1], now);
    const seconds = Math.round(length(all) / 1000);
    const comparable = coverage !== null && coverage >= 0.5 && beforeCoverage !== null && beforeCoverage >= 0.5;
    return {
      targetId: one.id,
      seconds,
      days: perDay.filter((ms) => ms > 0).length,
      validDays: perDay.filter((ms) => ms >= validDayMinutes * 60_000).length,
      streams: spans.filter((own) => length(own) > 0).length,
      longestRunDays: perDay.reduce<Span>(
        ([longest, run], ms) => (ms > 0 ? [Math.max(longest, run + 1), run + 1] : [longest, 0]),
        [0, 0],
      )[0],
      change: comparable ? seconds - this.seconds(one, ...before, now) : null,
      coverage,
      removed: one.removedAt !== null,
      best: this.best(one, from, Math.min(to, now)),
    };
  }

  /** The best place that an answered poll saw in the period; null for none. */
  best({ places }: Creator, from: number, to: number): number | null {
    const seen = places.flatMap(({ at, place }) => (at >= from && at < to && place !== null ? [place] : []));
    return seen.length === 0 ? null : Math.min(...seen);
  }

  goal(one: Creator, hours: number, month: Span, goalAt: number, now: number) {
    const end = Math.min(now, month[1]);
    const done = length(clip(this.live(one, now).flat(), month[0], end));
    const days = this.days(...month);
    const late = (at: number): boolean => at >= days[3]![0];
    const coverage = this.coverage(one, ...month, now);
    if (late(one.createdAt) || late(goalAt)) return { state: "not_started", hours: Math.floor(done / 36_000) / 100 };
    const reached = done >= hours * HOUR;
    const state = reached
      ? "reached"
      : coverage === null || coverage < 0.75
        ? "unknown"
        : now >= month[1]
          ? "missed"
          : null;
    return { state, hours: Math.floor(done / 36_000) / 100 };
  }

  /** The local days of a period, from the wall clock of the zone. */
  days(from: number, to: number): Span[] {
    const days: Span[] = [];
    let start = from;
    for (let at = from + HOUR; at <= to; at += HOUR) {
      if (this.#dayOf(at) === this.#dayOf(at - HOUR)) continue;
      days.push([start, at]);
      start = at;
    }
    if (start < to) days.push([start, to]);
    return days;
  }

  #format: Intl.DateTimeFormat | null = null;
  #dayOf(at: number): string {
    this.#format ??= new Intl.DateTimeFormat("en-CA", {
      timeZone: this.zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    return this.#format.format(at);
  }

  #clock: Intl.DateTimeFormat | null = null;
  clock(at: number): string {
    this.#clock ??= new Intl.DateTimeFormat("en-GB", { timeZone: this.zone, hour: "2-digit", minute: "2-digit" });
    return this.#clock.format(at);
  }

  /** The instant of local midnight on a day such as 2030-03-01. */
  midnight(day: string): number {
    const utc = Date.parse(`${day}T00:00Z`);
    for (let at = utc - 15 * HOUR; at <= utc + 15 * HOUR; at += HOUR)
      if (this.#dayOf(at) === day && this.#dayOf(at - HOUR) !== day) return at;
    throw new Error(`${day} has no midnight`);
  }

  day(at: number): string {
    return this.#dayOf(at);
  }
}
