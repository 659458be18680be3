import { chmod, mkdir } from "node:fs/promises";
import { version } from "../place.ts";
import { firstCall } from "./first-call.ts";
import { trustedIn } from "./front/client.ts";
import { openFront, type Front } from "./front/front.ts";
import { startHost, type Host } from "./host.ts";
import { checkStored } from "./kept.ts";
import { lockState, noteBase } from "./lock.ts";
import { memoryWords } from "./memory.ts";
import { readMigrations } from "./migrations.ts";
import { freePort } from "./ports.ts";
import { openPreparer } from "./preparer.ts";
import { createSecrets } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import { printLine, printReady } from "./terminal.ts";
import { keepTicking } from "./ticking.ts";
import { startTrouble } from "./trouble.ts";
import type { HostVariables } from "./variables.ts";

const CHECK_PARENT_MS = 1000;

/** By then the young world of the demo has something to sum up. */
const FIRST_DIGEST_MS = 60_000;

/** The folder for this process alone, with nothing in it that this version cannot read. */
async function takeState(state: string): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  // It may have been open to others; one that belongs to another user stays as its owner has it.
  await chmod(state, 0o700).catch(() => undefined);
  const { before } = await lockState(state, version());
  const migrations = (await readMigrations()).map(({ name }) => name);
  await checkStored(state, { here: version(), before: before?.version ?? null, migrations });
}

/** The folder and the ports that it was given; port 0 becomes a free one. Throws StartError where another has one of them. */
async function takePlace(variables: HostVariables): Promise<Front> {
  const { state, host, port, simPort, demo, trustedProxies } = variables;
  await takeState(state);
  if (port !== 0) await freePort("PORT", port, host);
  const front = await openFront(host, port, { trusted: trustedIn(trustedProxies) });
  variables.port = front.port;
  if (demo && simPort !== 0) await freePort("SIM_PORT", simPort, host);
  return front;
}

/** Runs until it is told to stop; then the process ends. Rejects where it did not start. */
async function run(): Promise<void> {
  const parent = process.ppid;
  // Whatever this process and its children write is for this user alone.
  process.umask(0o077);
  const preparer = openPreparer();
  const variables = await preparer.variables();
  const [front] = await Promise.all([takePlace(variables), preparer.prepare()]);
  // A port that is any free one is chosen as late as it can be: others choose too.
  if (variables.demo) variables.simPort = await freePort("SIM_PORT", variables.simPort, variables.host);
  const bindings = await preparer.bindings(variables, await createSecrets(variables.state));
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
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  // npm's shell does not pass SIGTERM on: when the parent is gone, so are we.
  setInterval(() => process.ppid !== parent && void stop(0), CHECK_PARENT_MS).unref();
  const { simPort, simSpeed } = variables;
  host = await startHost(
    {
      front,
      replay: variables.tickSeconds === 0,
      simulator: variables.demo ? { host: variables.host, port: simPort, bindings: { SIM_SPEED: simSpeed } } : null,
      state: variables.state,
      withoutKeys: variables.withoutKeys,
      bindings,
      log: printLine,
    },
    async (asked) => {
      const configuration = await preparer.configuration(asked);
      preparer.close();
      return configuration;
    },
  );
  const base = `http://${variables.host}:${variables.port}`;
  const token = bindings["ADMIN_TOKEN"]!;
  await noteBase(variables.state, base, version());
  if (variables.demo && variables.seed) {
    const { seedDemo } = await import("./seed.ts");
    const runDigests = await seedDemo(base, `http://${variables.host}:${simPort}`, token);
    if (variables.tickSeconds > 0) setTimeout(() => void runDigests().catch(console.error), FIRST_DIGEST_MS).unref();
  }
  if (!variables.demo) {
    const trouble = await firstCall(base, token);
    if (trouble === null) console.log("The data service responds and accepts the credentials.");
    else console.error(`! ${trouble}\n  Tallylight starts anyway and keeps trying.`);
  }
  await printReady(variables, base, { adminToken: token, made: process.env["ADMIN_TOKEN"] === undefined });
  if (variables.tickSeconds > 0) await keepTicking(host, variables.tickSeconds, stopTicking.signal);
}

/** `npm start`. What keeps it from starting is said in words. */
export function main(): void {
  const little = memoryWords();
  if (little !== null) console.error(`! ${little}`);
  run().catch((caught: unknown) => {
    const thrown = startTrouble(caught, process.availableMemory());
    console.error(thrown instanceof StartError ? `Tallylight did not start:\n${thrown.message}` : thrown);
    process.exit(1);
  });
}
