import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** The code of the bare loop, made in a process of its own: what makes it stays in memory. */
export async function bareCode(): Promise<string> {
  const esbuild = join(import.meta.dirname, "../../node_modules/.bin/esbuild");
  const args = ["bench/engine/bare-worker.ts", "--bundle", "--format=esm", "--target=es2024", "--log-level=error"];
  return (await promisify(execFile)(esbuild, args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** What the bare loop is asked for. */
export const bareAddress = (service: string, targets: number): string =>
  `http://bare.example/?targets=${targets}&service=${encodeURIComponent(service)}`;
