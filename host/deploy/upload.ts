import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { succeed, type Wrangler } from "./wrangler.ts";

/**
 * Deploys code, variables and new secrets as one version, so that the code never runs without them. Returns the
 * address; null if wrangler reports none.
 */
export async function upload(
  config: string,
  tag: string,
  secrets: Record<string, string>,
  wrangler: Wrangler,
): Promise<string | null> {
  const args = ["deploy", "-c", config, "--tag", tag];
  const ran =
    Object.keys(secrets).length === 0
      ? await succeed(wrangler, ...args)
      : await withSecretsFile(secrets, (path) => succeed(wrangler, ...args, "--secrets-file", path));
  const targets = ran.reports.flatMap(({ type, targets: list }) => (type === "deploy" ? (list as string[]) : []));
  const address = targets.find((target) => /^https?:\/\//.test(target));
  const domain = targets.map((target) => /^([\w.-]+) \(custom domain/.exec(target)?.[1]).find((name) => name);
  return domain === undefined ? (address ?? null) : `https://${domain}`;
}

async function withSecretsFile<T>(secrets: Record<string, string>, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-secrets-"));
  try {
    const path = join(folder, "secrets.json");
    await writeFile(path, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
