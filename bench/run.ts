// Runs the benchmarks, or the one that is named: npm run bench -- --only NAME [--traces FILE] [--seed N] [--most TARGETS] [--log FILE] [--scenario NAME]
import { writeFile } from "node:fs/promises";
import { arch, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adaptive } from "./adaptive/adaptive.ts";
import { alerts } from "./alerts.ts";
import type { Bench, Options, Row } from "./bench.ts";
import { costs } from "./costs/costs.ts";
import { day } from "./day.ts";
import { digest } from "./digest.ts";
import { engine } from "./engine/engine.ts";
import { fanout } from "./fanout/fanout.ts";
import { hooks } from "./hooks.ts";
import { many } from "./many.ts";
import { pictures } from "./pictures.ts";
import { polling } from "./polling/polling.ts";
import { retention } from "./retention.ts";
import { rows } from "./rows.ts";
import { scale } from "./scale.ts";
import { requests } from "./worker/requests.ts";
import { weights } from "./weights.ts";

const BENCHES: Bench[] = [
  adaptive,
  alerts,
  costs,
  day,
  digest,
  engine,
  fanout,
  hooks,
  many,
  pictures,
  polling,
  retention,
  rows,
  requests,
  scale,
  weights,
];
const RESULTS = join(import.meta.dirname, "results.json");

class UsageError extends Error {}

const OPTIONS = {
  only: { type: "string" },
  traces: { type: "string" },
  seed: { type: "string" },
  most: { type: "string" },
  log: { type: "string" },
  scenario: { type: "string" },
} as const;

function whole(name: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number: ${text}`);
  return text === undefined ? undefined : Number(text);
}

function reported(args: string[]): { only: string | undefined; options: Options } {
  try {
    const { only, seed, most: max, ...options } = parseArgs({ args, options: OPTIONS }).values;
    return { only, options: { ...options, seed: whole("seed", seed), most: whole("most", max) } };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function chosen(only: string | undefined): Bench[] {
  const found = BENCHES.filter(({ name }) => only === undefined || name === only);
  if (found.length > 0) return found;
  throw new UsageError(`no benchmark is called "${only}"; there are: ${BENCHES.map(({ name }) => name).join(", ")}`);
}

try {
  const results: Record<string, Row[]> = {};
  const { only, options } = reported(process.argv.slice(2));
  for (const { name, run } of chosen(only)) {
    console.log(`\n${name}`);
    results[name] = await run(options);
    console.table(Object.fromEntries(results[name].map(({ what, ...figures }) => [what, figures])));
  }
  const machine = `${cpus()[0]?.model ?? arch()}, ${cpus().length} cores, Node ${process.versions.node}`;
  const summary = results["polling"]?.find(({ what }) => what === "polling");
  const whole = { machine, ...(summary === undefined ? {} : { polling: summary }), results };
  await writeFile(RESULTS, `${JSON.stringify(whole, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
