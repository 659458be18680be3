import { isFrugal, restartFrugally } from "../host/heap-flags.ts";

/** Runs until it is stopped. */
export async function run(): Promise<void> {
  if (!isFrugal()) restartFrugally();
  const { main } = await import("../host/main.ts");
  main();
}
