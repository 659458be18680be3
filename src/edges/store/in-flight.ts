/**
 * What this process is sending at the moment. Leases are kept in tick time, so a replay that runs days in seconds may
 * outrun one; a process that is still sending knows better, for as long as a lease is. A process that died knows nothing,
 * and the lease decides.
 */
export class InFlight {
  readonly #until = new Map<string, number>();

  /** `until` by the wall clock, epoch ms. */
  begin(ids: string[], until: number): void {
    for (const id of ids) this.#until.set(id, until);
  }

  end(ids: string[]): void {
    for (const id of ids) this.#until.delete(id);
  }

  ids(wallNow: number): string[] {
    for (const [id, until] of this.#until) if (until <= wallNow) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
