import { version } from "../place.ts";
import { isFrugal, restartFrugally } from "../runtime/memory.ts";

/** Runs until it is stopped. */
export async function run(): Promise<void> {
  if (!isFrugal()) restartFrugally();
  console.log(`Starting Tallylight ${version()}…`);
  const { main } = await import("../runtime/main.ts");
  main();
}
