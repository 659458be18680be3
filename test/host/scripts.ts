import { spawn } from "node:child_process";
import { backup } from "../../host/backup/backup.ts";
import { restore } from "../../host/backup/restore.ts";
import { exitCodeOf } from "../../host/backup/run.ts";
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

/** The same of `backup` and `restore`, in this process where the run is short: a process of its own costs a second. */
export async function command(
  name: "backup" | "restore",
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  if (process.env["LONG"]) return script(name, args, env);
  const printed: string[] = [];
  const called = { args, env: { PATH: process.env["PATH"], ...env }, print: (line: string) => void printed.push(line) };
  const code = await exitCodeOf({ backup, restore }[name], called);
  return { code, output: printed.map((line) => `${line}\n`).join("") };
}
