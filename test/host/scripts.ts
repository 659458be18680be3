import { spawn } from "node:child_process";
import { COMPILED } from "../support/compiled.ts";

/**
 * Runs a script of this project as a person would, with nothing of this process's environment but the path and what
 * Node.js compiled.
 */
export function script(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [`host/${name}.ts`, ...args], {
    env: { PATH: process.env["PATH"]!, HOME: process.env["HOME"] ?? "/", ...COMPILED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => child.on("close", (code) => done({ code, output })));
}
