export const faultModes = ["status", "timeout", "garbage", "empty", "drift", "slow"] as const;
export type FaultMode = (typeof faultModes)[number];

/** An active fault; `times` is the number of responses left, null for no limit. */
export interface Fault {
  operation: string;
  mode: FaultMode;
  status?: number;
  retryAfter?: number;
  delayMs?: number;
  shape?: "html" | "truncated";
  times: number | null;
}

/** The active faults. The latest one posted for an operation or for "*" applies. */
export class Faults {
  #active: Fault[] = [];

  set(fault: Fault): void {
    this.#active = [fault, ...this.#active.filter((other) => other.operation !== fault.operation)];
  }

  /** Returns the fault for a call and uses up one of its times. */
  take(operation: string): Fault | undefined {
    return this.#use((fault) => fault.operation === operation || fault.operation === "*");
  }

  /** Does the same for a name that "*" does not cover. */
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
