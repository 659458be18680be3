/** Longer than any attempt takes: both tries of a message, each with its timeout. */
const FORGOTTEN_AFTER_MS = 300_000;

/**
 * What this process is sending at the moment. Leases are kept in tick time, so a replay that runs days in seconds may
 * outrun one; a process that is still sending knows better. A process that died knows nothing, and the lease decides.
 */
export class InFlight {
  readonly #since = new Map<string, number>();

  begin(ids: string[], wallNow: number): void {
    for (const id of ids) this.#since.set(id, wallNow);
  }

  end(ids: string[]): void {
    for (const id of ids) this.#since.delete(id);
  }

  ids(wallNow: number): string[] {
    for (const [id, since] of this.#since) if (wallNow - since > FORGOTTEN_AFTER_MS) this.#since.delete(id);
    return [...this.#since.keys()];
  }
}
