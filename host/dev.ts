// Runs the whole system with hot reload: wrangler dev for Worker and simulator, ticks, and the demo's watchlist.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { failureWords, StartError, watchFailures } from "./failure.ts";
import { localDatabaseId } from "./deploy/project.ts";
import { isLoopback } from "../src/core/public-url.ts";
import { inAddress, ownAddress, resolvedHost, simulatorHosts } from "./runtime/addresses.ts";
import { databasePath } from "./runtime/database.ts";
import { setUpDemo } from "./runtime/demo/set-up.ts";
import { sqliteD1 } from "./runtime/sqlite-d1.ts";
import { trustedIn } from "./runtime/front/client.ts";
import { makeFolder } from "./runtime/folder.ts";
import { openFront } from "./runtime/front/front.ts";
import { lockState } from "./runtime/lock.ts";
import { oneByOne } from "./runtime/one-by-one.ts";
import { freePort } from "./runtime/ports.ts";
import { chatKeys, createSecrets } from "./runtime/secrets.ts";
import { printReady } from "./runtime/terminal.ts";
import { demoVariables, hostVariables } from "./runtime/variables.ts";

const QUIET = {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  X_LOCAL_OBSERVABILITY: "false",
  WRANGLER_HIDE_BANNER: "true",
};

const children: ChildProcess[] = [];

function wrangler(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ["node_modules/wrangler/bin/wrangler.js", ...args], {
    env: { ...process.env, ...QUIET },
    stdio: ["ignore", "inherit", "inherit"],
  });
  children.push(child);
  return child;
}

const finished = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new StartError(`wrangler exited with ${code}`))));
  });

async function awake(address: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(address).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
  throw new StartError(`${address} did not answer`);
}

async function main(): Promise<void> {
  const variables = hostVariables(process.env);
  makeFolder(variables.state);
  await lockState(variables.state, "dev");
  variables.host = await resolvedHost(variables.host);
  await freePort("PORT", variables.port, variables.host);
  const front = await openFront(variables.host, variables.port, { trusted: trustedIn(variables.trustedProxies) });
  const inside = String(await freePort("PORT", 0, "127.0.0.1"));
  // The simulator is only needed here, where channels may name it.
  const simHost = simulatorHosts(variables.host).at(-1)!;
  const simPort = await freePort("SIM_PORT", variables.simPort, simHost);
  const secrets = await createSecrets(variables.state);
  const simulator = ownAddress(simHost, simPort);
  if (!existsSync(".dev.vars")) {
    const demo = demoVariables(simulator, ownAddress(variables.host, front.port));
    const vars = { ...secrets, ...demo, ...chatKeys(secrets.ADMIN_TOKEN).worker, LIMITS: "local" };
    const text = Object.entries(vars).map(([name, value]) => `${name}='${value}'\n`);
    await writeFile(".dev.vars", text.join(""), { mode: 0o600 });
  }
  const stop = () => {
    for (const child of children) child.kill("SIGTERM");
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  const where = ["--persist-to", variables.state];
  await finished(wrangler("d1", "migrations", "apply", "DB", "--local", ...where));
  const quiet = ["--show-interactive-dev-session=false", "--inspector-port", "0"];
  const open = ["--ip", simHost, "--port", String(simPort), ...quiet];
  const base = ownAddress(variables.host, front.port);
  const simulated = { SIM_SPEED: variables.simSpeed, SIM_APP: base, ...chatKeys(secrets.ADMIN_TOKEN).simulator };
  const set = Object.entries(simulated).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  wrangler("dev", "-c", "sim/wrangler.toml", ...set, ...open);
  const replay = variables.tickSeconds === 0;
  const notified = ["--var", `OWN_PORTS:${front.port},${inside}`, "--var", `REPLAY_TICKS:${String(replay)}`];
  wrangler("dev", "--ip", "127.0.0.1", "--port", inside, ...notified, ...where, ...quiet);
  const runtime = `http://127.0.0.1:${inside}`;
  await Promise.all([awake(`${runtime}/healthz`), awake(`${simulator}/healthz`)]);
  const tick = oneByOne(async (at: number) =>
    fetch(`${runtime}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${at}`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  front.begin(runtime, { tick, token: secrets.ADMIN_TOKEN, open: replay });
  if (variables.seed) {
    const database = databasePath(variables.state, localDatabaseId(await readFile("wrangler.toml", "utf8")));
    const db = new DatabaseSync(database, { timeout: 5000 });
    // The history is written through the host's runtime, which this is not.
    await setUpDemo(
      {
        base,
        simulator,
        token: secrets.ADMIN_TOKEN,
        db: sqliteD1(db),
        withChannels: true,
        isLocal: isLoopback(inAddress(simHost)),
      },
      null,
    );
    db.close();
  }
  await printReady({ ...variables, port: front.port, host: simHost, simPort }, base, {
    adminToken: secrets.ADMIN_TOKEN,
    made: true,
    withChannels: true,
  });
  const seconds = variables.tickSeconds;
  while (seconds > 0) {
    await tick(Date.now());
    await sleep(seconds * 1000);
  }
}

watchFailures();
main().catch((thrown: unknown) => {
  for (const child of children) child.kill("SIGTERM");
  console.error(
    thrown instanceof StartError ? `Tallylight did not start:\n${thrown.message}` : failureWords(thrown, process.env),
  );
  process.exit(1);
});
