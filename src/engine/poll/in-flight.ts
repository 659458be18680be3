/**
 * The deliveries that this process is sending. Leases use tick time, so a replay that runs days in seconds can outrun
 * one. This record covers the real duration of a lease. It is lost with the process, and the lease decides then.
 */
export class InFlight {
  readonly #until = new Map<string, number>();

  /** `until` is wall clock, epoch ms. */
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
