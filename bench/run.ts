// Runs the benchmarks, or the one that is named: npm run bench -- --only NAME
import { writeFile } from "node:fs/promises";
import { arch, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { alerts } from "./alerts.ts";
import type { Bench, Row } from "./bench.ts";
import { digest } from "./digest.ts";
import { pages } from "./pages.ts";
import { pictures } from "./pictures.ts";
import { weights } from "./weights.ts";

const BENCHES: Bench[] = [alerts, digest, pages, pictures, weights];
const RESULTS = join(import.meta.dirname, "results.json");

class UsageError extends Error {}

function chosen(args: string[]): Bench[] {
  let only: string | undefined;
  try {
    only = parseArgs({ args, options: { only: { type: "string" } } }).values.only;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const found = BENCHES.filter(({ name }) => only === undefined || name === only);
  if (found.length > 0) return found;
  throw new UsageError(`no benchmark is called "${only}"; there are: ${BENCHES.map(({ name }) => name).join(", ")}`);
}

try {
  const results: Record<string, Row[]> = {};
  for (const { name, run } of chosen(process.argv.slice(2))) {
    console.log(`\n${name}`);
    results[name] = await run();
    console.table(Object.fromEntries(results[name].map(({ what, ...figures }) => [what, figures])));
  }
  const machine = `${cpus()[0]?.model ?? arch()}, ${cpus().length} cores, Node ${process.versions.node}`;
  await writeFile(RESULTS, `${JSON.stringify({ machine, results }, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
