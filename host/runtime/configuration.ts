import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { BATCHES_AT_ONCE } from "../../src/core/limits.ts";
import { valueOf, type Variable } from "../../src/wiring/variable.ts";
import { variables } from "../../src/wiring/variables.ts";
import { inRoot } from "../place.ts";
import { asText, Word, type Value } from "./capnp-text.ts";
import { d1, database, queue, queues, scriptOf, type Part } from "./d1-and-queues.ts";
import { databasePath, databasesIn, scratchIn } from "./database.ts";
import { SECRET_HEADER } from "./destinations-listener.ts";
import { OUTSIDE } from "./network.ts";
import { workerdCommand } from "./workerd-command.ts";
import type { Consumer, PreparedWorker, Workers } from "./workers.ts";

/** What the host wants to run. */
export interface HostSettings {
  state: string;
  /** Variables and secrets of the Worker. */
  bindings: Record<string, string>;
  /** Null if another service is polled. */
  simulator: { hosts: string[]; port: number; bindings: Record<string, string> } | null;
  /** The listener for messages to destinations. */
  destinations: { port: number; secret: string };
  /** The header with which the host authenticates ticks. */
  whoTicks: string;
}

/** How the runtime (workerd) is started, and what the host provides for it. */
export interface Configuration {
  command: string;
  /** Its configuration, a file whose only secret is that of the listener for destinations, new at each start. */
  file: string;
  /** Variables of its environment: the values of bindings, which include secrets. */
  environment: Record<string, string>;
  /** Where it listens. Port 0 is any free port. */
  sockets: { name: string; host: string; port: number }[];
  /** Names of the sockets of Tallylight and of ticks. */
  tallylight: string;
  ticks: string;
  /** Tallylight's database file. */
  database: string;
  /** Settings for calls to destinations, from the Worker's variables: local addresses, and the timeout. */
  sending: { local: boolean; timeoutMs: number };
}

/** Names of Workers and of their sockets. */
const TALLYLIGHT = "tallylight";
const TICKS = "ticks";
const SIMULATOR = "simulator";

/**
 * V8's flags for a dozen isolates, each of which takes what it may. Promoted objects also hold memory outside the heap,
 * so the heap is collected from eight megabytes on, and whenever it has grown by a fifth.
 */
const V8_FLAGS = ["--max-semi-space-size=8", "--initial-old-space-size=8", "--heap-growing-percent=20"];

/**
 * Messages of the queue "polls" that the local runtime delivers at once, besides the tick's own batch. It processes one
 * such group after another.
 */
const SIDE_BY_SIDE = BATCHES_AT_ONCE - 1;
const POLLS = "tallylight-polls";

/** The files deployed with the script, read by the runtime itself. */
export const ASSETS = { disk: { path: inRoot("build/served"), writable: false } };

/** The runtime can only be reached from this machine. */
const INSIDE = "127.0.0.1";

/** A Worker's own part, and the environment that it needs. */
interface Own {
  part: Part;
  environment: Record<string, string>;
}

/** What a configuration file of workerd is around its value. */
const fileOf = (config: string): string =>
  `using Workerd = import "/workerd/workerd.capnp";\n\nconst config :Workerd.Config = ${config};\n`;

/**
 * Writes a configuration, in Cap'n Proto's text format, and the files that it embeds into a new folder that replaces
 * another one. All are readable only by their owner. Returns the path of the configuration.
 */
export async function writeConfiguration(
  folder: string,
  config: string,
  embedded: Record<string, string>,
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "config.capnp");
  const all = { ...embedded, "config.capnp": fileOf(config) };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(folder, name), text, { mode: 0o600 })));
  return path;
}

/** Writes the runtime's configuration into the state folder, as workerd documents it (workerd.capnp). */
export async function configuration(workers: Workers, requested: HostSettings): Promise<Configuration> {
  const { main, simulator, miniflare } = workers;
  const { bindings, simulator: simulated } = requested;
  const state = resolve(requested.state);
  const all = [tallylight(main, bindings), ticks(workers, requested)];
  const sockets = [TALLYLIGHT, TICKS].map((name) => ({ name, service: name, host: INSIDE, port: 0 }));
  if (simulated !== null) {
    all.push(workerOf(SIMULATOR, simulator, simulated.bindings));
    for (const [place, host] of simulated.hosts.entries())
      sockets.push({ name: `${SIMULATOR}-${place}`, service: SIMULATOR, host, port: simulated.port });
  }
  const { producers = [], consumers = [] } = main.declared.queues;
  const parts: Part[] = [
    ...all.map(({ part }) => part),
    d1(databasesIn(state), miniflare),
    queues(TALLYLIGHT, producers, consumers.map(atOnce), miniflare),
    around(requested.destinations),
  ];
  const config = {
    services: parts.flatMap(({ services }) => services),
    sockets: sockets.map(({ name, service }) => ({ name, service, http: {} })),
    extensions: parts.flatMap(({ extensions }) => extensions),
    v8Flags: V8_FLAGS,
    logging: { structuredLogging: true },
  };
  const files = Object.assign({}, ...parts.map((one) => one.files)) as Record<string, string>;
  return {
    command: workerdCommand(),
    file: await writeConfiguration(scratchIn(state), asText(config), files),
    environment: Object.assign({}, ...all.map((one) => one.environment)) as Record<string, string>,
    sockets,
    tallylight: TALLYLIGHT,
    ticks: TICKS,
    database: databasePath(state, databaseOf(main)),
    sending: {
      local: provided(variables.ALLOW_LOCAL_WEBHOOKS, bindings["ALLOW_LOCAL_WEBHOOKS"]),
      timeoutMs: provided(variables.DELIVERY_TIMEOUT_MS, bindings["DELIVERY_TIMEOUT_MS"]),
    },
  };
}

/** The network, the files, and the host's listener for destinations. */
function around({ port, secret }: HostSettings["destinations"]): Part {
  // The request line contains the whole address of the destination, as for a proxy.
  const http = { style: new Word("proxy"), injectRequestHeaders: [{ name: SECRET_HEADER, value: secret }] };
  return {
    services: [
      { name: "internet", ...OUTSIDE },
      { name: "assets", ...ASSETS },
      { name: "destinations", external: { address: `${INSIDE}:${port}`, http } },
    ],
    extensions: [],
    files: {},
  };
}

const atOnce = (consumer: Consumer): Consumer =>
  consumer.queue === POLLS ? { ...consumer, max_batch_size: SIDE_BY_SIDE } : consumer;

const databaseOf = ({ declared }: PreparedWorker): string => declared.d1_databases[0]!.database_id!;

/** A Worker with variables and other bindings. */
function workerOf(
  name: string,
  { declared, modules: all }: PreparedWorker,
  values: Record<string, string>,
  rest: Value[] = [],
): Own {
  const { modules, files } = scriptOf(name, all);
  const variablesOf = Object.entries({ ...(declared.vars as Record<string, string>), ...values }).map(
    ([binding, value]) => ({ binding, value, variable: `${name.toUpperCase()}_${binding}` }),
  );
  const worker = {
    modules,
    compatibilityDate: declared.compatibility_date,
    compatibilityFlags: declared.compatibility_flags,
    bindings: [
      // Windows has no empty variables.
      ...variablesOf.map(({ binding, value, variable }) =>
        value === "" ? { name: binding, text: "" } : { name: binding, fromEnvironment: variable },
      ),
      ...rest,
    ],
  };
  return {
    part: { services: [{ name, worker }], extensions: [], files },
    environment: Object.fromEntries(variablesOf.map(({ variable, value }) => [variable, value])),
  };
}

const tallylight = (main: PreparedWorker, bindings: Record<string, string>): Own =>
  workerOf(TALLYLIGHT, main, bindings, [
    { name: "DESTINATIONS", service: "destinations" },
    { name: "ASSETS", service: "assets" },
    { name: "OUTSIDE", service: "internet" },
    ...main.declared.d1_databases.map((one) => database(one.binding, one.database_id!)),
    ...(main.declared.queues.producers ?? []).map(queue),
  ]);

function ticks({ main, ticks: modules }: Workers, { whoTicks, simulator }: HostSettings): Own {
  const flags = ["service_binding_extra_handlers"];
  const declared = { ...main.declared, vars: {}, compatibility_flags: flags };
  return workerOf(TICKS, { declared, modules }, { WHO_TICKS: whoTicks }, [
    { name: "TALLYLIGHT", service: TALLYLIGHT },
    ...(simulator === null ? [] : [database("DB", databaseOf(main))]),
  ]);
}

/** The value of a variable that has already been checked. */
function provided<T>(variable: Variable<T>, text: string | undefined): T {
  const read = valueOf(variable, text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
