import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../place.ts";
import { succeed, type Wrangler } from "./wrangler.ts";

export interface Bundle {
  gzipBytes: number;
  /** Names what would be deployed: the code, the files beside it and wrangler.toml. */
  tag: string;
}

/** What docs/.assetsignore lets through. */
const SERVED = ["openapi.json", "api.html", "assets/page.css", "assets/page.js", "assets/outlines.bin"].map((name) =>
  inRoot("docs", name),
);

const MEBIBYTE = 1024 * 1024;

/** The most that Cloudflare takes of a Worker, on any plan. */
const MAX_BYTES = 64 * MEBIBYTE;

/** Bundles as a deployment would, and uploads nothing; needs no account and no network. */
export async function bundle(config: string, text: string, wrangler: Wrangler): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-bundle-"));
  try {
    const { reports, stdout } = await succeed(wrangler, "deploy", "--dry-run", "-c", config, "--outdir", folder);
    const hash = createHash("sha256").update(text);
    for (const name of (await readdir(folder)).filter((one) => !one.endsWith(".map") && one !== "README.md").sort())
      hash.update(name).update(await readFile(join(folder, name)));
    for (const path of SERVED) hash.update(await readFile(path));
    return { gzipBytes: gzipBytes(reports, stdout), tag: hash.digest("hex").slice(0, 16) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The compressed size that wrangler says of a bundle. */
export function gzipBytes(reports: Record<string, unknown>[], stdout: string): number {
  const sized = reports.find(({ type }) => type === "deploy") as { bundle_size?: { gzip_bytes: number } } | undefined;
  const printed = /gzip: ([\d.]+) KiB/.exec(stdout)?.[1];
  return sized?.bundle_size?.gzip_bytes ?? Math.round(Number(printed ?? 0) * 1024);
}

/** "442 KiB compressed, of the 64 MiB of a Worker"; and whether that fits. Pure. */
export function sizeOf(gzip: number): { text: string; fits: boolean } {
  const text = `${Math.ceil(gzip / 1024)} KiB compressed, the limit for a Worker is ${MAX_BYTES / MEBIBYTE} MiB`;
  return { text, fits: gzip <= MAX_BYTES };
}
