import { createRequire } from "node:module";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates, rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  convertV4MiniflareOptions,
  getDirectSocketName,
  HttpOptions_Style,
  Miniflare,
  Runtime,
  SOCKET_ENTRY,
  type V4MiniflareOptions,
} from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { variables } from "../../src/variables.ts";
import { bundle, type WorkerModule } from "./bundle.ts";
import { stop } from "esbuild";
import { databasePath, keptIn, scratchIn } from "./database.ts";
import { SECRET_HEADER } from "./destinations-door.ts";
import { oneByOne } from "./one-by-one.ts";

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

/** A Worker before anybody says what is bound to it. */
export interface PreparedWorker {
  options: Record<string, unknown>;
  modules: WorkerModule[];
}

/** Messages of the queue "polls" that the local runtime hands over at once; it runs one such handful after another. */
const SIDE_BY_SIDE = 4;

/** The files that a deployment keeps beside the script, read by the runtime itself. */
export const ASSETS = { disk: { path: join(import.meta.dirname, "../../docs"), writable: false } };

/**
 * The network as the runtime's own `fetch` has it (certificates too), reached at once: that one goes through a second Worker
 * first, which strips a header that no request of ours has, and costs as much as all that a poll does beside.
 */
export const OUTSIDE = {
  network: {
    allow: ["public", "private", "240.0.0.0/4"],
    tlsOptions: {
      trustBrowserCas: true,
      trustedCertificates: [...(process.platform === "win32" ? rootCertificates : []), ...getCACertificates("extra")],
    },
  },
};

/** The runtime itself can be reached from this machine alone. */
const INSIDE = "127.0.0.1";

/** Its young objects take a megabyte each isolate, not sixteen: there are a dozen. */
const V8_FLAGS = "--max-semi-space-size=1";

/** Some file must be named, or else wrangler takes in .dev.vars and says so where the result belongs. */
const NO_VARIABLES = { overrides: {}, envFiles: [".no-variables"] };

/** Bundles a Worker and reads its configuration. */
export async function preparedWorker(config: string, entry: string): Promise<PreparedWorker> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, NO_VARIABLES);
  const {
    modulesRules: _rules,
    rootPath: _root,
    assets: _assets,
    ...options
  } = workerOptions as Record<string, unknown>;
  return { options, modules: await bundle(entry, { small: false }) };
}

interface Workers {
  main: PreparedWorker;
  simulator: PreparedWorker;
  ticks: WorkerModule[];
}

let made: Promise<Workers> | undefined;

/** The Workers of this checkout, once. */
export function workers(entry: string): Promise<Workers> {
  made ??= (async () => {
    const all = {
      main: await preparedWorker("wrangler.toml", entry),
      simulator: await preparedWorker("sim/wrangler.toml", "sim/worker.ts"),
      ticks: await bundle(join(import.meta.dirname, "tick-worker.ts"), { small: false }),
    };
    // The bundler is a process of its own, as large as this one.
    await stop();
    return all;
  })();
  return made;
}

/** The runtime's configuration as Miniflare makes it, which is not asked to run anything. */
export async function configuration(entry: string, asked: Asked): Promise<Configuration> {
  const { main, simulator, ticks } = await workers(entry);
  const all = [tallylight(main, asked), tickDoor(main, ticks, asked), ...simulated(simulator, asked.simulator)];
  const addresses = all.map(({ unsafeDirectSockets: [{ host, port }] }, index) => {
    return { name: getDirectSocketName(index, "default"), host, port };
  });
  const { d1Databases } = main.options as { d1Databases: { DB: { id: string } } };
  return {
    command: (createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd") as { default: string })
      .default,
    ...(await asMiniflareMakes({ state: asked.state, all })),
    sockets: [{ name: SOCKET_ENTRY, host: INSIDE, port: 0 }, ...addresses],
    tallylight: addresses[0]!.name,
    ticks: addresses[1]!.name,
    database: databasePath(asked.state, d1Databases.DB.id),
    sending: {
      local: variables.shape.ALLOW_LOCAL_WEBHOOKS.parse(asked.bindings["ALLOW_LOCAL_WEBHOOKS"]),
      timeoutMs: variables.shape.DELIVERY_TIMEOUT_MS.parse(asked.bindings["DELIVERY_TIMEOUT_MS"]),
    },
  };
}

/** Lets Miniflare write the configuration, where it would start a runtime with it. */
const asMiniflareMakes = oneByOne(async ({ state, all }: { state: string; all: object[] }) => {
  const scratch = scratchIn(state);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  Object.assign(process.env, { TMPDIR: scratch, TEMP: scratch, MINIFLARE_WORKERD_V8_FLAGS: V8_FLAGS });
  const { promise: written, resolve: write } = Promise.withResolvers<Buffer>();
  Runtime.prototype.updateConfig = async (configuration, { requiredSockets }) => {
    write(configuration);
    return new Map(requiredSockets.map((name) => [name, 1]));
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: INSIDE,
      port: 0,
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      resourcePersistencePath: keptIn(state),
      workers: all,
    } as unknown as V4MiniflareOptions),
  );
  try {
    await miniflare.ready;
    const found = await readdir(scratch, { recursive: true, withFileTypes: true });
    const folders = found.filter((one) => one.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
    return { gzipped: await promisify(gzip)(await written, { level: 1 }), scratch: folders };
  } finally {
    await miniflare.dispose();
  }
});

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
