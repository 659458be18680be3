import { LANGUAGES } from "../../src/core/language.ts";
import { textsFile } from "../../src/ui/language.ts";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../place.ts";
import { succeed, type Wrangler } from "./wrangler.ts";

export interface Bundle {
  gzipBytes: number;
  /** Identifies what would be deployed: the code, its files and wrangler.toml. */
  tag: string;
}

/** The files that the Worker serves. */
const SERVED = [
  "openapi.json",
  "api.html",
  "assets/page.css",
  "assets/page.js",
  "assets/outlines.bin",
  ...LANGUAGES.filter((one) => one !== "en").map(textsFile),
].map((name) => inRoot("build/served", name));

const MEBIBYTE = 1024 * 1024;

/** Cloudflare's limit on the size of a Worker, on all plans. */
const MAX_BYTES = 64 * MEBIBYTE;

/** Bundles like a deployment, without uploading. Needs neither account nor network. */
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

/** The compressed size of a bundle, as reported by wrangler. */
export function gzipBytes(reports: Record<string, unknown>[], stdout: string): number {
  const sized = reports.find(({ type }) => type === "deploy") as { bundle_size?: { gzip_bytes: number } } | undefined;
  const printed = /gzip: ([\d.]+) KiB/.exec(stdout)?.[1];
  return sized?.bundle_size?.gzip_bytes ?? Math.round(Number(printed ?? 0) * 1024);
}

/** "442 KiB compressed, the limit for a Worker is 64 MiB", and whether the size is within the limit. Pure. */
export function sizeOf(gzip: number): { text: string; fits: boolean } {
  const text = `${Math.ceil(gzip / 1024)} KiB compressed, the limit for a Worker is ${MAX_BYTES / MEBIBYTE} MiB`;
  return { text, fits: gzip <= MAX_BYTES };
}
