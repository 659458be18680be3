import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { convertV4MiniflareOptions, Miniflare, Runtime, type V4MiniflareOptions } from "miniflare";
import { storedIn, scratchIn } from "./database.ts";
import { oneByOne } from "./one-by-one.ts";

/**
 * V8's flags for a dozen isolates, each of which takes what it may. Promoted objects also hold memory outside the heap,
 * so the heap is collected from eight megabytes on, and whenever it has grown by a fifth.
 */
const V8_FLAGS = "--max-semi-space-size=8 --initial-old-space-size=8 --heap-growing-percent=20";

interface Running {
  state: string;
  /** In Miniflare's format. */
  workers: object[];
}

/** What Miniflare generated. */
interface Written {
  /** The runtime's configuration, gzipped. */
  gzipped: Uint8Array;
  /** Empty folders that it refers to, besides those of the state folder. */
  scratch: string[];
}

/**
 * The configuration that Miniflare would start the runtime with, including D1 and queues. It starts nothing, and
 * prevents any other Miniflare in this process.
 */
export const asMiniflareWrites = oneByOne(async ({ state, workers }: Running): Promise<Written> => {
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
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      resourcePersistencePath: storedIn(state),
      workers,
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
