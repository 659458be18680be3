import { mkdir, readFile } from "node:fs/promises";
import { readConfig, variableNames } from "../../src/config.ts";
import { firstCall } from "./first-call.ts";
import { openFront } from "./front/front.ts";
import { prepare, startHost, type Host } from "./host.ts";
import { checkKept } from "./kept.ts";
import { lockState } from "./lock.ts";
import { readMigrations } from "./migrations.ts";
import { freePort } from "./ports.ts";
import { madeSecrets } from "./secrets.ts";
import { seedDemo } from "./seed.ts";
import { printLine, printReady } from "./terminal.ts";
import { keepTicking } from "./ticking.ts";
import { startTrouble } from "./trouble.ts";
import { demoBindings, hostVariables, StartError, type HostVariables } from "./variables.ts";

const CHECK_PARENT_MS = 1000;

/** By then the young world of the demo has something to sum up. */
const FIRST_DIGEST_MS = 60_000;

/** The Worker's variables: what the environment gives, then what suits one's own machine, then what was made for it. */
async function workerBindings(variables: HostVariables): Promise<Record<string, string>> {
  const given = Object.fromEntries(variableNames(process.env).map((name) => [name, process.env[name]!]));
  const here = `http://${variables.host === "0.0.0.0" ? "127.0.0.1" : variables.host}`;
  const demo = demoBindings(`${here}:${variables.simPort}`, `${here}:${variables.port}`);
  const bindings = {
    LIMITS: "local",
    ...(variables.demo ? demo : {}),
    ...(await madeSecrets(variables.state)),
    ...given,
  };
  const config = readConfig(bindings);
  if ("errors" in config) {
    throw new StartError(config.errors.map(({ name, message }) => `${name} ${message}`).join("\n"));
  }
  return bindings;
}

/** The folder for this process alone, with nothing in it that this version cannot read. */
async function takeState(state: string): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const { before } = await lockState(state, version);
  const migrations = (await readMigrations()).map(({ name }) => name);
  await checkKept(state, { here: version, before: before?.version ?? null, migrations });
}

async function main(): Promise<void> {
  const parent = process.ppid;
  const variables = hostVariables(process.env);
  await takeState(variables.state);
  if (variables.port !== 0) await freePort("PORT", variables.port, variables.host);
  const front = await openFront(variables.host, variables.port);
  variables.port = front.port;
  if (variables.demo && variables.simPort !== 0) await freePort("SIM_PORT", variables.simPort, variables.host);
  const prepared = await prepare();
  // A port that is any free one is chosen as late as it can be: others choose too.
  if (variables.demo) variables.simPort = await freePort("SIM_PORT", variables.simPort, variables.host);
  const bindings = await workerBindings(variables);
  let stopping = false;
  let host: Host | undefined;
  const stopTicking = new AbortController();
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    stopTicking.abort();
    await host?.stop();
    process.exit(code);
  };
  const listen = () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.removeAllListeners(signal);
      process.on(signal, () => void stop(0));
    }
  };
  listen();
  // npm's shell does not pass SIGTERM on: when the parent is gone, so are we.
  setInterval(() => process.ppid !== parent && void stop(0), CHECK_PARENT_MS).unref();
  host = await startHost(
    {
      host: variables.host,
      front,
      replay: variables.tickSeconds === 0,
      simPort: variables.demo ? variables.simPort : null,
      state: variables.state,
      bindings,
      simBindings: { SIM_SPEED: variables.simSpeed },
      log: printLine,
    },
    prepared,
  );
  // Miniflare has handlers of its own, which would leave before everything has stopped.
  listen();
  const base = `http://${variables.host}:${variables.port}`;
  if (variables.demo && variables.seed) {
    const runDigests = await seedDemo(base, `http://${variables.host}:${variables.simPort}`, bindings["ADMIN_TOKEN"]!);
    if (variables.tickSeconds > 0) setTimeout(() => void runDigests().catch(console.error), FIRST_DIGEST_MS).unref();
  }
  if (!variables.demo) {
    const trouble = await firstCall(base, bindings["ADMIN_TOKEN"]!);
    if (trouble === null) console.log("The service answers and takes the credentials.");
    else console.error(`! ${trouble}\n  Tallylight starts all the same, and goes on trying.`);
  }
  await printReady(variables, base, {
    adminToken: bindings["ADMIN_TOKEN"]!,
    made: process.env["ADMIN_TOKEN"] === undefined,
  });
  if (variables.tickSeconds > 0) await keepTicking(host, variables.tickSeconds, stopTicking.signal);
}

main().catch((caught: unknown) => {
  const thrown = startTrouble(caught, process.availableMemory());
  console.error(thrown instanceof StartError ? `Tallylight did not start:\n${thrown.message}` : thrown);
  process.exit(1);
});
