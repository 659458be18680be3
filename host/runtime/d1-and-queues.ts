import { embed, VOID, type Value } from "./capnp-text.ts";
import type { WorkerModule } from "./bundle.ts";
import { D1_KEY } from "./database.ts";
import type { MiniflareWorkers } from "./miniflare-workers.ts";
import type { Consumer, Producer } from "./workers.ts";

/**
 * What Miniflare's Workers read from their environment and properties. test/host/miniflare-workers.test.ts compares
 * it with the Workers that are installed.
 */
export const EXPECTED = {
  /** The namespace of the objects behind an entry. */
  objects: "MINIFLARE_OBJECT",
  /** The name of the object: a database's id or a queue. */
  name: "MINIFLARE_NAMESPACE",
  producers: "MINIFLARE_QUEUE_PRODUCERS",
  consumers: "MINIFLARE_QUEUE_CONSUMERS",
  /** Before the name of a Worker that consumes. */
  consumer: "MINIFLARE_WORKER_",
  /** Modules that they import. */
  shared: "miniflare:shared",
  zod: "miniflare:zod",
  /** Classes of the objects. */
  d1: "D1DatabaseObject",
  queues: "QueueBrokerObject",
};

/** The date with which Miniflare runs them, and the flags of those with objects. */
const DATE = "2023-07-24";
const FLAGS = ["nodejs_compat", "experimental"];

const [ENTRY, DATABASES, DISK, BROKER] = ["d1", "d1-databases", "d1-disk", "queues"];
const entryOf = (queue: string): string => `queue-${queue}`;

/** A part of a configuration: services, modules for all Workers, and the files that both embed, by name. */
export interface Part {
  services: Value[];
  extensions: Value[];
  files: Record<string, string>;
}

/** The modules of a Worker, of which the first is its entry, and the files that they are. */
export const scriptOf = (worker: string, modules: WorkerModule[]) => ({
  modules: modules.map(({ path }) => ({ name: path, esModule: embed(`${worker}.${path}`) })),
  files: Object.fromEntries(modules.map(({ path, contents }) => [`${worker}.${path}`, contents])),
});

/** A Worker of one module that a file contains. */
const single = (file: string) => [{ name: file, esModule: embed(file) }];

/** The binding of a Worker to the database with this id. workerd makes D1's interface of it. */
export const database = (name: string, id: string): Value => {
  const entry = { name: ENTRY, props: { json: JSON.stringify({ [EXPECTED.name]: id }) } };
  const innerBindings = [{ name: "fetcher", service: entry }];
  return { name, wrapped: { moduleName: "cloudflare-internal:d1-api", innerBindings } };
};

/** The binding of a Worker to a queue that it sends to. */
export const queue = ({ binding, queue: name }: Producer): Value => ({ name: binding, queue: entryOf(name!) });

/** Databases as SQLite files in `folder`, as Miniflare stores them. */
export function d1(folder: string, { d1Entry, d1Database, shared, zod }: MiniflareWorkers): Part {
  const files = { "d1-entry.js": d1Entry, "d1-database.js": d1Database, "shared.js": shared, "zod.js": zod };
  const objects = { serviceName: DATABASES, className: EXPECTED.d1 };
  const entry = {
    modules: single("d1-entry.js"),
    compatibilityDate: DATE,
    compatibilityFlags: ["enhanced_error_serialization"],
    bindings: [{ name: EXPECTED.objects, durableObjectNamespace: objects }],
  };
  const databases = {
    modules: single("d1-database.js"),
    compatibilityDate: DATE,
    compatibilityFlags: FLAGS,
    durableObjectNamespaces: [{ className: EXPECTED.d1, uniqueKey: D1_KEY }],
    durableObjectStorage: { localDisk: DISK },
  };
  return {
    services: [
      { name: ENTRY, worker: entry },
      { name: DATABASES, worker: databases },
      { name: DISK, disk: { path: folder, writable: true } },
    ],
    // Both are modules of the runtime, because the first one imports modules that others may not.
    extensions: [
      {
        modules: [
          { name: EXPECTED.shared, esModule: embed("shared.js") },
          { name: EXPECTED.zod, esModule: embed("zod.js") },
        ],
      },
    ],
    files,
  };
}

/** Queues in memory, all consumed by one Worker. They import the modules of D1's part. */
export function queues(
  worker: string,
  producers: Producer[],
  consumers: Consumer[],
  { queueEntry, queueBroker }: MiniflareWorkers,
): Part {
  const entries = [...new Set(producers.map((one) => one.queue!))].map((name) => ({
    name: entryOf(name),
    worker: {
      modules: single("queue-entry.js"),
      compatibilityDate: DATE,
      bindings: [
        { name: EXPECTED.name, text: name },
        { name: EXPECTED.objects, durableObjectNamespace: { serviceName: BROKER, className: EXPECTED.queues } },
      ],
    },
  }));
  const broker = {
    modules: single("queue-broker.js"),
    compatibilityDate: DATE,
    compatibilityFlags: [...FLAGS, "service_binding_extra_handlers"],
    // Messages are in memory, so the object must stay there.
    durableObjectNamespaces: [{ className: EXPECTED.queues, uniqueKey: "queues", preventEviction: true }],
    durableObjectStorage: { inMemory: VOID },
    bindings: [
      { name: EXPECTED.objects, durableObjectNamespace: EXPECTED.queues },
      { name: EXPECTED.producers, json: JSON.stringify(producersOf(worker, producers)) },
      { name: EXPECTED.consumers, json: JSON.stringify(consumersOf(worker, consumers)) },
      { name: `${EXPECTED.consumer}${worker}`, service: worker },
    ],
  };
  const files = { "queue-entry.js": queueEntry, "queue-broker.js": queueBroker };
  return { services: [...entries, { name: BROKER, worker: broker }], extensions: [], files };
}

/** Producers as the broker reads them, by binding. */
const producersOf = (workerName: string, producers: Producer[]) =>
  Object.fromEntries(
    producers.map(({ binding, queue: queueName, delivery_delay: deliveryDelay }) => [
      binding,
      { workerName, queueName, deliveryDelay },
    ]),
  );

/** Consumers as the broker reads them, by queue. Times are seconds. */
const consumersOf = (workerName: string, consumers: Consumer[]) =>
  Object.fromEntries(
    consumers.map((one) => [
      one.queue,
      {
        workerName,
        maxBatchSize: one.max_batch_size,
        maxBatchTimeout: one.max_batch_timeout,
        maxRetries: one.max_retries,
        deadLetterQueue: one.dead_letter_queue,
        retryDelay: one.retry_delay,
      },
    ]),
  );
