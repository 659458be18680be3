import { readFileSync } from "node:fs";
import tls from "node:tls";
import { getDirectSocketName, HttpOptions_Style, SOCKET_ENTRY } from "miniflare";
import { BATCHES_AT_ONCE } from "../../src/core/limits.ts";
import { valueOf, type Variable } from "../../src/variable.ts";
import { variables } from "../../src/variables.ts";
import { inRoot } from "../place.ts";
import { asMiniflareWrites } from "./write-configuration.ts";
import type { WorkerModule } from "./bundle.ts";
import { databasePath } from "./database.ts";
import { SECRET_HEADER } from "./destinations-listener.ts";
import { workerdCommand } from "./workerd-command.ts";
import type { PreparedWorker, Workers } from "./workers.ts";

/** What the host wants to run. */
export interface HostSettings {
  state: string;
  /** Variables and secrets of the Worker. */
  bindings: Record<string, string>;
  /** Null if another service is polled. */
  simulator: { host: string; port: number; bindings: Record<string, string> } | null;
  /** The listener for messages to destinations. */
  destinations: { port: number; secret: string };
  /** The header with which the host authenticates ticks. */
  whoTicks: string;
}

/** How the runtime (workerd) is started, and what the host provides for it. */
export interface Configuration {
  command: string;
  /** Its configuration in its binary form, gzipped because it contains secrets. */
  gzipped: Uint8Array;
  /** Where it listens. Port 0 is any free port. */
  sockets: { name: string; host: string; port: number }[];
  /** Names of the sockets of Tallylight and of ticks. */
  tallylight: string;
  ticks: string;
  /** Folders that only the runtime requires. */
  scratch: string[];
  /** Tallylight's database file. */
  database: string;
  /** Settings for calls to destinations, from the Worker's variables: local addresses, and the timeout. */
  sending: { local: boolean; timeoutMs: number };
}

/**
 * Messages of the queue "polls" that the local runtime delivers at once, besides the tick's own batch. It processes one
 * such group after another.
 */
const SIDE_BY_SIDE = BATCHES_AT_ONCE - 1;

/** The files deployed with the script, read by the runtime itself. */
export const ASSETS = { disk: { path: inRoot("docs"), writable: false } };

/** The certificates of NODE_EXTRA_CA_CERTS. Node.js provides them from 22.15 on. */
function extraCertificates(): string[] {
  if (tls.getCACertificates !== undefined) return tls.getCACertificates("extra");
  const file = process.env["NODE_EXTRA_CA_CERTS"];
  return file ? (readFileSync(file, "utf8").match(/-----BEGIN CERT[^]+?-----END CERT[^\n]+/g) ?? []) : [];
}

/**
 * The network as the runtime's `fetch` uses it (with certificates), but reached directly. The default goes through
 * another Worker, which removes a header that we never send, and costs as much as the rest of a poll.
 */
export const OUTSIDE = {
  network: {
    allow: ["public", "private", "240.0.0.0/4"],
    tlsOptions: {
      trustBrowserCas: true,
      trustedCertificates: [...(process.platform === "win32" ? tls.rootCertificates : []), ...extraCertificates()],
    },
  },
};

/** The runtime can only be reached from this machine. */
const INSIDE = "127.0.0.1";

/** The runtime's configuration as Miniflare generates it. Miniflare itself runs nothing. */
export async function configuration({ main, simulator, ticks }: Workers, asked: HostSettings): Promise<Configuration> {
  const all = [tallylight(main, asked), tickDoor(main, ticks, asked), ...simulated(simulator, asked.simulator)];
  const addresses = all.map(({ unsafeDirectSockets: [{ host, port }] }, index) => {
    return { name: getDirectSocketName(index, "default"), host, port };
  });
  const { d1Databases } = main.options as { d1Databases: { DB: { id: string } } };
  return {
    command: workerdCommand(),
    ...(await asMiniflareWrites({ state: asked.state, workers: all })),
    sockets: [{ name: SOCKET_ENTRY, host: INSIDE, port: 0 }, ...addresses],
    tallylight: addresses[0]!.name,
    ticks: addresses[1]!.name,
    database: databasePath(asked.state, d1Databases.DB.id),
    sending: {
      local: given(variables.ALLOW_LOCAL_WEBHOOKS, asked.bindings["ALLOW_LOCAL_WEBHOOKS"]),
      timeoutMs: given(variables.DELIVERY_TIMEOUT_MS, asked.bindings["DELIVERY_TIMEOUT_MS"]),
    },
  };
}

/** A socket for one Worker, because the runtime's main entry obeys headers that anyone can send. */
const reachedAt = (host: string, port: number) => ({
  unsafeDirectSockets: [{ host, port, proxy: false }] as [{ host: string; port: number; proxy: false }],
});

function tallylight({ options, modules }: PreparedWorker, { bindings, destinations: { port, secret } }: HostSettings) {
  const consumers = options["queueConsumers"] as Record<string, Record<string, number>>;
  const DESTINATIONS = {
    external: {
      address: `${INSIDE}:${port}`,
      // The request line contains the whole address of the destination, as for a proxy.
      http: { style: HttpOptions_Style.PROXY, injectRequestHeaders: [{ name: SECRET_HEADER, value: secret }] },
    },
  };
  return {
    ...options,
    queueConsumers: {
      ...consumers,
      "tallylight-polls": { ...consumers["tallylight-polls"], maxBatchSize: SIDE_BY_SIDE },
    },
    name: "tallylight",
    modules: modulesOf(modules),
    bindings: { ...(options["bindings"] as object), ...bindings },
    serviceBindings: { DESTINATIONS, ASSETS, OUTSIDE },
    ...reachedAt(INSIDE, 0),
  };
}

const tickDoor = ({ options }: PreparedWorker, modules: WorkerModule[], { whoTicks, simulator }: HostSettings) => ({
  name: "ticks",
  modules: modulesOf(modules),
  compatibilityDate: options["compatibilityDate"],
  compatibilityFlags: ["service_binding_extra_handlers"],
  bindings: { WHO_TICKS: whoTicks },
  serviceBindings: { TALLYLIGHT: "tallylight" },
  ...(simulator === null ? {} : { d1Databases: options["d1Databases"] }),
  ...reachedAt(INSIDE, 0),
});

const simulated = ({ options, modules }: PreparedWorker, simulator: HostSettings["simulator"]) =>
  simulator === null
    ? []
    : [
        {
          ...options,
          name: "simulator",
          modules: modulesOf(modules),
          bindings: { ...(options["bindings"] as object), ...simulator.bindings },
          ...reachedAt(simulator.host, simulator.port),
        },
      ];

const modulesOf = (modules: WorkerModule[]) => modules.map((one) => ({ type: "ESModule", ...one }));

/** The value of a variable that has already been checked. */
function given<Value>(variable: Variable<Value>, text: string | undefined): Value {
  const read = valueOf(variable, text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
