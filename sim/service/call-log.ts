/** One request to the service, as shown by `GET /_sim/calls`, without credentials. */
export interface Call {
  at: string;
  method: string;
  path: string;
  query: Record<string, string>;
  operation: string | null;
  status: number;
  durationMs: number;
  body?: unknown;
}

interface Entry extends Omit<Call, "at"> {
  at: number;
}

const capacity = 100_000;

/** The latest 100,000 requests, in a ring buffer. */
export class CallLog {
  #entries: Entry[] = [];
  #total = 0;

  add(entry: Entry): void {
    this.#entries[this.#total % capacity] = entry;
    this.#total++;
  }

  get total(): number {
    return this.#total;
  }

  /** Returns the requests, oldest first. */
  list(): Call[] {
    const first = this.#total > capacity ? this.#total % capacity : 0;
    const ordered = [...this.#entries.slice(first), ...this.#entries.slice(0, first)];
    return ordered.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
  }

  /** Returns the latest requests, newest first. */
  recent(most: number): Entry[] {
    const many = Math.min(most, this.#total, capacity);
    return Array.from({ length: many }, (_, ago) => this.#entries[(this.#total - 1 - ago) % capacity]!);
  }

  clear(): void {
    this.#entries = [];
    this.#total = 0;
  }
}
