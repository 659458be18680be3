import { isFrugal, restartFrugally } from "../runtime/memory.ts";

/** Runs until it is stopped. */
export async function run(): Promise<void> {
  if (!isFrugal()) restartFrugally();
  const { main } = await import("../runtime/main.ts");
  main();
}
