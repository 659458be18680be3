import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { beforeAll, expect, test } from "vitest";
import { d1, database, EXPECTED, queue, queues, type Part } from "../../host/runtime/d1-and-queues.ts";
import { miniflareWorkers, type MiniflareWorkers } from "../../host/runtime/miniflare-workers.ts";

// What host/runtime/d1-and-queues.ts relies on in Miniflare's Workers. A failure after an upgrade says what changed.

/** Bindings that we leave out: files beside databases, Miniflare's own log, its tests, and queues of other processes. */
const LEFT_OUT = [
  "MINIFLARE_BLOBS",
  "MINIFLARE_LOOPBACK",
  "MINIFLARE_ENABLE_CONTROL_ENDPOINTS",
  "MINIFLARE_QUEUE_PROXY",
];

/** A Worker in a configuration, as far as both have it. */
interface Worker {
  modules: { name: string; esModule: unknown }[];
  compatibilityDate: string;
  compatibilityFlags?: string[];
  durableObjectNamespaces?: object[];
  durableObjectStorage?: { localDisk?: string };
  bindings?: { name: string; text?: string; json?: string }[];
}

interface Written {
  services: { name: string; worker?: Worker }[];
  extensions: { modules: { name: string; esModule: string }[] }[];
}

const NAMES = Object.keys(miniflareWorkers()) as (keyof MiniflareWorkers)[];
const QUEUE = { binding: "QUEUE", queue: "one", delivery_delay: 3 };
const CONSUMER = { queue: "one", max_batch_size: 4, max_batch_timeout: 5, max_retries: 6, dead_letter_queue: "dead" };

let texts: MiniflareWorkers;
let theirs: Written;

/** Has Miniflare write the configuration of a Worker with a database and a queue, which it does for debugging. */
beforeAll(async () => {
  texts = miniflareWorkers();
  const folder = await mkdtemp(join(tmpdir(), "tallylight-miniflare-"));
  const before = process.env["MINIFLARE_WORKERD_CONFIG_DEBUG"];
  const path = join(folder, "configuration.json");
  process.env["MINIFLARE_WORKERD_CONFIG_DEBUG"] = path;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: folder,
      name: "consumer",
      modules: true,
      script: "export default { queue() {} }",
      compatibilityDate: "2026-10-20",
      d1Databases: { DB: "id" },
      queueProducers: { QUEUE: { queueName: "one", deliveryDelay: 3 } },
      queueConsumers: {
        one: { maxBatchSize: 4, maxBatchTimeout: 5, maxRetries: 6, retryDelay: 7, deadLetterQueue: "dead" },
      },
    } as unknown as V4MiniflareOptions),
  );
  try {
    await miniflare.ready;
    theirs = JSON.parse(await readFile(path, "utf8")) as Written;
  } finally {
    await miniflare.dispose();
    if (before === undefined) delete process.env["MINIFLARE_WORKERD_CONFIG_DEBUG"];
    else process.env["MINIFLARE_WORKERD_CONFIG_DEBUG"] = before;
    await rm(folder, { recursive: true, force: true });
  }
});

const ourParts = (): Part[] => [
  d1("/databases", texts),
  queues("consumer", [QUEUE], [{ ...CONSUMER, retry_delay: 7 } as never], texts),
];

/** Our Worker of this text. */
function ours(text: string): Worker {
  const all = ourParts().flatMap(({ services, files }) => {
    const workers = (services as unknown as { worker?: Worker }[]).flatMap(({ worker }) => worker ?? []);
    return workers.filter(({ modules }) => files[modules[0]!.name] === text);
  });
  expect(all).toHaveLength(1);
  return all[0]!;
}

/** Miniflare's Worker of this text, to which it adds a line with the address of the source. */
function theirOwn(text: string): Worker {
  const all = theirs.services.flatMap(({ worker }) => worker ?? []);
  const found = all.filter(({ modules }) => String(modules[0]!.esModule).startsWith(text));
  expect(found).toHaveLength(1);
  return found[0]!;
}

const isDB = ({ name }: { name: string }): boolean => name === "DB";

/** What two Workers must have in common. Names of services are each one's own. */
const compared = ({ compatibilityDate, compatibilityFlags, durableObjectNamespaces, bindings }: Worker) => ({
  compatibilityDate,
  compatibilityFlags: compatibilityFlags ?? [],
  classes: (durableObjectNamespaces ?? []).map((one) => ({ ...one, uniqueKey: null })),
  bindings: Object.fromEntries(
    (bindings ?? [])
      .filter(({ name }) => !LEFT_OUT.includes(name))
      .map(({ name, text, json }) => [
        name,
        { text, json: json === undefined ? undefined : (JSON.parse(json) as unknown) },
      ]),
  ),
});

test.each(["d1Entry", "d1Database", "queueEntry", "queueBroker"] as const)(
  "%s runs with the date, flags, classes and bindings that Miniflare gives it",
  (name) => {
    expect(compared(ours(texts[name]))).toEqual(compared(theirOwn(texts[name])));
  },
);

test("a Worker's bindings to a database and a queue are those that Miniflare gives it", () => {
  const { bindings } = theirs.services.flatMap(({ worker }) => worker ?? []).find((one) => one.bindings?.some(isDB))!;
  const anyService = (provided: unknown): unknown =>
    JSON.parse(JSON.stringify(provided).replaceAll(/("(?:service|queue)":(?:\{"name":)?)"[^"]+"(\})?/g, '$1"…"$2'));
  const found = bindings!.filter(({ name }) => ["DB", "QUEUE"].includes(name));
  expect(found).toHaveLength(2);
  expect(anyService([database("DB", "id"), { name: "QUEUE", queue: { name: "one" } }])).toEqual(anyService(found));
  expect(queue(QUEUE)).toEqual({ name: "QUEUE", queue: expect.any(String) as string });
});

test("databases are in the same files: the key of their objects, and a disk", () => {
  const [one, other] = [ours(texts.d1Database), theirOwn(texts.d1Database)];
  expect(one.durableObjectNamespaces).toEqual(other.durableObjectNamespaces);
  for (const { durableObjectStorage } of [one, other]) expect(durableObjectStorage!.localDisk).toBeTypeOf("string");
});

test("the modules that they share are those with which Miniflare extends the runtime", () => {
  const modules = theirs.extensions.flatMap((one) => one.modules);
  const named = (name: string) => modules.find((one) => one.name === name)?.esModule;
  expect(named(EXPECTED.shared)?.startsWith(texts.shared)).toBe(true);
  expect(named(EXPECTED.zod)?.startsWith(texts.zod)).toBe(true);
});

test("they read no binding and import no module that is unknown here", () => {
  const known = [...Object.values(EXPECTED), ...LEFT_OUT];
  const names = NAMES.flatMap((name) => texts[name].match(/"MINIFLARE_\w+"/g) ?? []).map((one) => one.slice(1, -1));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  for (const name of ["objects", "name", "producers", "consumers", "consumer"] as const)
    expect(names).toContain(EXPECTED[name]);
  const imports = NAMES.flatMap((name) => [...texts[name].matchAll(/^(?:import |\} )[^;]*?from "([^"]+)";$/gm)]);
  expect(new Set(imports.map(([, module]) => module))).toEqual(
    new Set([
      EXPECTED.shared,
      EXPECTED.zod,
      "cloudflare:workers",
      "node:assert",
      "node:buffer",
      "node-internal:internal_assert",
      "node-internal:internal_buffer",
    ]),
  );
});
