/** Runs the steps of a tick so that one that throws stops no other. */
export interface Stepper {
  /** What the step came to; null where it threw. The name goes on "could not …". */
  step<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /** The first step that threw; null for none. */
  failedStep(): string | null;
  /** Throws where a step did, so that the platform counts the run as failed. */
  end(): void;
}

/** `failed` is told of each step that threw. */
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
