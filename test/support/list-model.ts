/** One row of an answer. `time` is null in a list without times. */
export interface ModelRow {
  id: string;
  time: number | null;
  pinned: boolean;
}

/** An answer of a list: its rows in order; none if it was empty; null if the poll failed. */
export type ModelAnswer = { rows: ModelRow[]; complete: boolean } | null;

interface Doubting {
  since: number;
  rows: Set<string>;
  agreed: number;
}

/**
 * What is to be told of a list, found by looking back at all of its answers. It shares nothing with the judge, which
 * only has its stored state.
 */
export class ListModel {
  readonly #confirmGone: number;
  readonly #answers: { rows: ModelRow[]; ids: Set<string>; complete: boolean }[] = [];
  readonly #seen = new Set<string>();
  readonly #gone = new Set<string>();
  /** Answers that were proven wrong: they lacked most rows, and a later one showed them again. */
  readonly #wrong = new Set<number>();
  /** The rows that the last answer showed, or that an incomplete one left out. */
  #inSight = new Set<string>();
  #doubt: Doubting | null = null;
  #emptySince: number | null = null;
  #held: { ids: Set<string>; agreed: number } | null = null;
  readonly met: Record<string, number>;

  constructor(confirmGone: number, met: Record<string, number>) {
    this.#confirmGone = confirmGone;
    this.met = met;
  }

  #count(what: string, times = 1): void {
    this.met[what] = (this.met[what] ?? 0) + times;
  }

  /** Whether the list is doubted. */
  get doubted(): boolean {
    return this.#doubt !== null || this.#emptySince !== null;
  }

  /** The events of the next answer. */
  tell(answer: ModelAnswer): string[] {
    if (answer === null) return [];
    if (answer.rows.length === 0) {
      if (answer.complete && this.#inSight.size > 0) this.#emptySince ??= this.#answers.length;
      return [];
    }
    const rows = answer.rows.filter(({ id }, at) => answer.rows.findIndex((other) => other.id === id) === at);
    const first = this.#answers.length === 0;
    const fresh = rows.filter(({ id }) => !this.#seen.has(id));
    const ids = new Set(rows.map(({ id }) => id));
    const news = first ? { told: [], held: [] } : this.#news(rows, fresh);
    this.#answers.push({ rows, ids, complete: answer.complete });
    for (const { id } of rows) {
      if (this.#gone.delete(id)) this.#count("back after it was gone");
      this.#seen.add(id);
    }
    const gone = answer.complete ? this.#leave(ids) : [];
    if (answer.complete) this.#emptySince = null;
    if (!answer.complete) this.#deny(ids);
    this.#inSight = answer.complete ? ids : new Set([...this.#inSight, ...ids]);
    const released = this.#release(news.held, ids, answer.complete);
    this.#count("new", news.told.length);
    return [
      ...[...news.told, ...released].map((id) => `item.appeared ${id}`),
      ...gone.map((id) => `item.gone ${id}`),
    ].sort();
  }

  /** The earliest time that the answer before showed, pinned rows aside. */
  #floor(): number | null {
    let least: number | null = null;
    for (let at = this.#answers.length - 1; at >= 0; at--) {
      const { rows, complete } = this.#answers[at]!;
      // What a doubted answer showed does not count.
      if ((this.#doubt !== null && at >= this.#doubt.since) || this.#wrong.has(at)) continue;
      for (const { time, pinned } of rows)
        if (time !== null && !pinned) least = least === null ? time : Math.min(least, time);
      if (complete) break;
    }
    return least;
  }

  #news(rows: ModelRow[], fresh: ModelRow[]): { told: string[]; held: string[] } {
    const floor = this.#floor();
    const ids = new Set(rows.map(({ id }) => id));
    const vanished = [...this.#seen].filter((id) => !ids.has(id) && !this.#gone.has(id) && !this.#isOut(id));
    const known = rows.map(({ id }, at) => (this.#seen.has(id) ? at : -1)).filter((at) => at >= 0);
    const told: string[] = [];
    const held: string[] = [];
    for (const row of fresh) {
      const at = rows.indexOf(row);
      if (row.time !== null && floor !== null) {
        if (row.time >= floor) told.push(row.id);
        else this.#count("moved up, by its time");
      } else if (vanished.length === 0) told.push(row.id);
      else if (known.length === 0) (this.#inSight.size < 3 ? told : held).push(row.id);
      else if (at > known.at(-1)!) this.#count("moved up, by its position");
      else told.push(row.id);
    }
    return { told, held };
  }

  /** Rows of a wholly other answer are told once more answers agree, and never if the list from before is back. */
  #release(held: string[], ids: Set<string>, complete: boolean): string[] {
    if (this.#held === null) {
      if (held.length > 0) this.#held = { ids: new Set(held), agreed: 0 };
      return [];
    }
    if (complete) {
      const old = [...ids].filter((id) => !this.#held!.ids.has(id) && !held.includes(id) && this.#knownBefore(id));
      const back = old.length * 2 > ids.size;
      if (back || this.#held.agreed + 1 >= this.#confirmGone) {
        const notified = back ? [] : [...this.#held.ids, ...held].filter((id) => !this.#gone.has(id));
        this.#count(back ? "another page" : "held, then told", this.#held.ids.size);
        this.#held = null;
        return notified;
      }
      this.#held.agreed += 1;
    }
    for (const id of held) this.#held.ids.add(id);
    return [];
  }

  /** An incomplete answer denies a doubt if it shows all doubted rows. */
  #deny(ids: Set<string>): void {
    this.#emptySince = null;
    if (this.#doubt === null) return;
    for (const id of ids) this.#doubt.rows.delete(id);
    if (this.#doubt.rows.size > 0) return;
    for (let at = this.#doubt.since; at < this.#answers.length - 1; at++) this.#wrong.add(at);
    this.#count("doubt denied by a part");
    this.#doubt = null;
  }

  readonly #knownBefore = (id: string): boolean => this.#answers.slice(0, -1).some(({ ids }) => ids.has(id));

  /** The last answer that showed a row, of those before `at`. */
  #lastWith(id: string, at: number): number {
    for (let place = at - 1; place >= 0; place--) if (this.#answers[place]!.ids.has(id)) return place;
    return -1;
  }

  /** Whether a row may only have left what answers show: one was as full as the last that had it. */
  #isOut(id: string): boolean {
    const last = this.#lastWith(id, this.#answers.length);
    const sizes = this.#answers.slice(last).map(({ ids, complete }) => ({ size: ids.size, complete }));
    return sizes.slice(1).some(({ size, complete }) => complete && size >= this.#sizeAt(last));
  }

  /** The rows of the last complete answer at that point; 0 for none. */
  #sizeAt(at: number): number {
    return this.#answers.slice(0, at + 1).findLast(({ complete }) => complete)?.ids.size ?? 0;
  }

  /** The rows that are gone with the last answer. */
  #leave(ids: Set<string>): string[] {
    const now = this.#answers.length - 1;
    const missing = [...this.#seen].filter((id) => !ids.has(id) && !this.#gone.has(id) && !this.#isOut(id));
    const left = [...this.#inSight].filter((id) => !ids.has(id));
    this.#count("out of sight", left.filter((id) => this.#isOut(id)).length);
    const newly = missing.filter((id) => this.#inSight.has(id));
    const most = newly.length * 2 > this.#inSight.size;
    if (this.#doubt === null) {
      if (most) {
        this.#doubt = { since: now, rows: new Set(newly), agreed: 0 };
        this.#count("doubted");
      }
    } else {
      const still = [...this.#doubt.rows].filter((id) => missing.includes(id)).length;
      const back = [...this.#doubt.rows].filter((id) => ids.has(id)).length;
      for (const id of this.#doubt.rows) if (!missing.includes(id)) this.#doubt.rows.delete(id);
      if (still + back === 0 || back >= still) {
        for (let at = this.#doubt.since; at < now; at++) this.#wrong.add(at);
        this.#count("doubt denied");
        this.#doubt = most ? { since: now, rows: new Set([...newly, ...this.#doubt.rows]), agreed: 0 } : null;
      } else if (this.#doubt.agreed + 1 >= this.#confirmGone) {
        this.#count("doubt confirmed");
        this.#doubt = null;
      } else {
        this.#doubt.agreed += 1;
        for (const id of newly) this.#doubt.rows.add(id);
      }
    }
    if (this.#doubt !== null) {
      this.#withheld.set(now, this.#doubt.since);
      return [];
    }
    const gone = missing.filter((id) => this.#misses(id, now) >= this.#confirmGone);
    for (const id of gone) this.#gone.add(id);
    this.#count("gone", gone.length);
    return gone;
  }

  /** By answer of a doubted list: the first one of that doubt. */
  readonly #withheld = new Map<number, number>();

  /** The answers that count as lacking a row. */
  #misses(id: string, now: number): number {
    const last = this.#lastWith(id, now);
    const counted = Array.from({ length: now - last }, (_, n) => last + 1 + n).filter((at) => {
      if (!this.#answers[at]!.complete || this.#wrong.has(at)) return false;
      // Rows that were missing before a doubt wait until it is over.
      const since = this.#withheld.get(at);
      return since === undefined || this.#firstMiss(id, last) >= since;
    });
    return counted.length;
  }

  readonly #firstMiss = (_id: string, last: number): number => {
    for (let at = last + 1; at < this.#answers.length; at++)
      if (this.#answers[at]!.complete && !this.#wrong.has(at)) return at;
    return this.#answers.length;
  };
}
