export const faultModes = ["status", "timeout", "garbage", "empty", "drift", "slow"] as const;
export type FaultMode = (typeof faultModes)[number];

/** A fault to answer with; `times` is how many answers are left, null without an end. */
export interface Fault {
  operation: string;
  mode: FaultMode;
  status?: number;
  retryAfter?: number;
  delayMs?: number;
  shape?: "html" | "truncated";
  times: number | null;
}

/** The active faults: the latest one posted for an operation, or for "*", is the one that strikes. */
export class Faults {
  #active: Fault[] = [];

  set(fault: Fault): void {
    this.#active = [fault, ...this.#active.filter((other) => other.operation !== fault.operation)];
  }

  /** The fault for this call, which uses up one of its times. */
  take(operation: string): Fault | undefined {
    return this.#use((fault) => fault.operation === operation || fault.operation === "*");
  }

  /** The same for a name that "*" does not stand for. */
  takeExact(name: string): Fault | undefined {
    return this.#use((fault) => fault.operation === name);
  }

  #use(strikes: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#active.find(strikes);
    if (fault?.times && --fault.times === 0) this.#active = this.#active.filter((other) => other !== fault);
    return fault;
  }

  list(): Fault[] {
    return this.#active;
  }

  clear(): void {
    this.#active = [];
  }
}
