/** Runs the steps of a tick. A step that throws does not stop the others. */
export interface Stepper {
  /** Returns the result of the step; null if it threw. The name completes "could not …". */
  step<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /** The first step that threw; null for none. */
  failedStep(): string | null;
  /** Throws if a step did, so that the platform counts the run as failed. */
  end(): void;
}

/** `failed` is called for each step that throws. */
export function stepper(failed: (name: string, thrown: unknown) => void): Stepper {
  const failures: { name: string; thrown: unknown }[] = [];
  return {
    async step(name, work) {
      try {
        return await work();
      } catch (thrown) {
        failures.push({ name, thrown });
        failed(name, thrown);
        return null;
      }
    },
    failedStep: () => failures[0]?.name ?? null,
    end() {
      if (failures.length > 0)
        throw new Error(`could not ${failures.map(({ name }) => name).join(", ")}`, { cause: failures[0]!.thrown });
    },
  };
}
