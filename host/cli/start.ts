import { isFrugal, restartFrugally } from "../runtime/heap-flags.ts";

/** Runs until it is stopped. */
export async function run(): Promise<void> {
  if (!isFrugal()) restartFrugally();
  const { main } = await import("../runtime/main.ts");
  main();
}
