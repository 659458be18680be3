import { spawn } from "node:child_process";

interface Ran {
  code: number | null;
  output: string;
}

/** Runs a program with these variables and waits for its end. */
export function run(command: string, args: string[], variables: Record<string, string>): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...variables }, timeout: 30_000 });
    let output = "";
    child.stdout.on("data", (text: Buffer) => (output += text.toString()));
    child.stderr.on("data", (text: Buffer) => (output += text.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
