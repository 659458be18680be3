import { readFileSync } from "node:fs";
import tls from "node:tls";
import { getDirectSocketName, HttpOptions_Style, SOCKET_ENTRY } from "miniflare";
import { BATCHES_AT_ONCE } from "../../src/core/limits.ts";
import { valueOf, type Variable } from "../../src/variable.ts";
import { variables } from "../../src/variables.ts";
import { inRoot } from "../place.ts";
import { asMiniflareWrites } from "./as-miniflare-writes.ts";
import type { WorkerModule } from "./bundle.ts";
import { databasePath } from "./database.ts";
import { SECRET_HEADER } from "./destinations-door.ts";
import { workerdCommand } from "./workerd-command.ts";
import type { PreparedWorker, Workers } from "./workers.ts";

/** What the host wants to run. */
export interface Asked {
  state: string;
  /** Variables and secrets of the Worker. */
  bindings: Record<string, string>;
  /** Null where the polled service is elsewhere. */
  simulator: { host: string; port: number; bindings: Record<string, string> } | null;
  /** The door by which messages leave. */
  destinations: { port: number; secret: string };
  /** The header by which the host ticks. */
  whoTicks: string;
}

/** How the runtime (workerd) is started, and what the host itself does for it. */
export interface Configuration {
  command: string;
  /** What it reads first, in its own binary form, gzipped: secrets are in it. */
  gzipped: Uint8Array;
  /** Where it listens; port 0 is any free one. */
  sockets: { name: string; host: string; port: number }[];
  /** The sockets of Tallylight and of the door for ticks, by name. */
  tallylight: string;
  ticks: string;
  /** Folders that it wants to find, and nobody else. */
  scratch: string[];
  /** The file of Tallylight's database. */
  database: string;
  /** How destinations are called, as the Worker's variables say: also on this machine, and for how long. */
  sending: { local: boolean; timeoutMs: number };
}

/** Messages of the queue "polls" that the local runtime hands over at once, beside the tick's own batch; it runs one such handful after another. */
const SIDE_BY_SIDE = BATCHES_AT_ONCE - 1;

/** The files that a deployment keeps beside the script, read by the runtime itself. */
export const ASSETS = { disk: { path: inRoot("docs"), writable: false } };

/** The certificates of NODE_EXTRA_CA_CERTS; Node.js has them from 22.15 on. */
function extraCertificates(): string[] {
  if (tls.getCACertificates !== undefined) return tls.getCACertificates("extra");
  const file = process.env["NODE_EXTRA_CA_CERTS"];
  return file ? (readFileSync(file, "utf8").match(/-----BEGIN CERT[^]+?-----END CERT[^\n]+/g) ?? []) : [];
}

/**
 * The network as the runtime's own `fetch` has it (certificates too), reached at once: that one goes through a second Worker
 * first, which strips a header that no request of ours has, and costs as much as all that a poll does beside.
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

/** The runtime itself can be reached from this machine alone. */
const INSIDE = "127.0.0.1";

/** The runtime's configuration as Miniflare makes it, which is not asked to run anything. */
export async function configuration({ main, simulator, ticks }: Workers, asked: Asked): Promise<Configuration> {
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

/** A socket of its own: the runtime's entry obeys headers that anybody may send. */
const reachedAt = (host: string, port: number) => ({
  unsafeDirectSockets: [{ host, port, proxy: false }] as [{ host: string; port: number; proxy: false }],
});

function tallylight({ options, modules }: PreparedWorker, { bindings, destinations: { port, secret } }: Asked) {
  const consumers = options["queueConsumers"] as Record<string, Record<string, number>>;
  const DESTINATIONS = {
    external: {
      address: `${INSIDE}:${port}`,
      // The whole address of a destination stands in the request line, as for a proxy.
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

const tickDoor = ({ options }: PreparedWorker, modules: WorkerModule[], { whoTicks }: Asked) => ({
  name: "ticks",
  modules: modulesOf(modules),
  compatibilityDate: options["compatibilityDate"],
  compatibilityFlags: ["service_binding_extra_handlers"],
  bindings: { WHO_TICKS: whoTicks },
  serviceBindings: { TALLYLIGHT: "tallylight" },
  ...reachedAt(INSIDE, 0),
});

const simulated = ({ options, modules }: PreparedWorker, simulator: Asked["simulator"]) =>
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

/** What a variable comes to that was checked before. */
function given<Value>(variable: Variable<Value>, text: string | undefined): Value {
  const read = valueOf(variable, text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
