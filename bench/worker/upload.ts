import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { gzipBytes } from "../../host/deploy/bundle.ts";
import { succeed, wranglerAt } from "../../host/deploy/wrangler.ts";
import { runtimes } from "../../test/fuzz/spoil.ts";
import { median, type Row } from "../bench.ts";
import { cpuOf } from "../processes.ts";

const STARTS = 7;

interface Module {
  type: "ESModule" | "Text";
  path: string;
  contents: string;
}

const EMPTY: Module[] = [{ type: "ESModule", path: "worker.js", contents: "export default { fetch() {} }" }];

/** CPU of the runtime from its start until it would take requests. */
async function startMs(modules: Module[]): Promise<number> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      telemetry: { enabled: false },
      handleStructuredLogs: () => undefined,
      modules,
      compatibilityDate: "2026-10-20",
      compatibilityFlags: ["nodejs_compat", "global_fetch_strictly_public"],
    } as unknown as V4MiniflareOptions),
  );
  try {
    await miniflare.ready;
    return cpuOf(runtimes().at(-1)!);
  } finally {
    await miniflare.dispose();
  }
}

async function modulesIn(folder: string): Promise<Module[]> {
  const names = (await readdir(folder)).filter((name) => !name.endsWith(".map") && name !== "README.md");
  const rest = names.filter((name) => name !== "worker.js").toSorted();
  return Promise.all(
    ["worker.js", ...rest].map(async (path): Promise<Module> => {
      const type = path.endsWith(".js") ? "ESModule" : "Text";
      return { type, path, contents: await readFile(join(folder, path), "utf8") };
    }),
  );
}

/** What a deployment would upload, compressed, and the CPU that starting it takes beyond a Worker that does nothing. */
export async function uploadRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-upload-"));
  try {
    const args = ["deploy", "--dry-run", "-c", "wrangler.toml", "--outdir", folder];
    const { reports, stdout } = await succeed(wranglerAt(process.env), ...args);
    const modules = await modulesIn(folder);
    const [empty, ours]: [number[], number[]] = [[], []];
    for (let n = 0; n < STARTS; n++) {
      empty.push(await startMs(EMPTY));
      ours.push(await startMs(modules));
    }
    return [
      { what: "upload", "gzip KiB": Math.round(gzipBytes(reports, stdout) / 1024) },
      {
        what: "start",
        "cpu ms": Math.round(median(ours)),
        "empty Worker ms": Math.round(median(empty)),
        "ours ms": Math.round(median(ours.map((one, n) => one - empty[n]!))),
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
