import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { bundle } from "../../host/runtime/bundle.ts";
import { ASSETS } from "../../host/runtime/configuration.ts";
import { miniflareOptions } from "./started.ts";
import { TOKEN } from "./setting.ts";

/** Workers on workerd that share an empty database, with ADMIN_TOKEN alone. */
export interface FreshAccount {
  db: D1Database;
  /** What the Workers wrote to their log. */
  log: string[];
  fetch(path: string, headers?: Record<string, string>, worker?: string): Promise<Response>;
  tick(worker?: string): Promise<void>;
  /** The file of the database. Complete after `stop`. */
  file(): Promise<string>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts `entry` once per name: each is an isolate of its own, as Cloudflare has many of one Worker. */
export async function freshAccount(entry: string, names: string[] = ["tallylight"]): Promise<FreshAccount> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-fresh-"));
  const log: string[] = [];
  const modules = (await bundle(entry, { small: false })).map((one) => ({ type: "ESModule", ...one }));
  const { queueConsumers, ...others } = miniflareOptions();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: folder,
      handleStructuredLogs: ({ message }: { message: string }) => log.push(message),
      workers: names.map((name, index) => ({
        ...others,
        // A queue has one consumer.
        ...(index === 0 ? { queueConsumers } : {}),
        name,
        modules,
        bindings: { LIMITS: "free", ADMIN_TOKEN: TOKEN },
        serviceBindings: { ASSETS },
      })),
    } as unknown as V4MiniflareOptions),
  );
  return {
    db: (await miniflare.getD1Database("DB")) as unknown as D1Database,
    log,
    async fetch(path, headers = {}, worker = names[0]!) {
      const { fetch } = await miniflare.getWorker(worker);
      return (await fetch(`http://tallylight.example${path}`, { headers, redirect: "manual" })) as unknown as Response;
    },
    async tick(worker = names[0]!) {
      const { scheduled } = await miniflare.getWorker(worker);
      await scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    },
    async file() {
      const found = await readdir(folder, { recursive: true });
      const name = found.find((one) => one.includes("D1DatabaseObject") && /[0-9a-f]{64}\.sqlite$/.test(one));
      return join(folder, name!);
    },
    stop: () => miniflare.dispose(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
