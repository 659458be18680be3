import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Prompts at the terminal; null if there is none. Secrets are not echoed. */
export async function askPerson(name: string, secret: boolean): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  process.stdout.write(`  ${name}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: secret ? silent : process.stdout, terminal: true });
  try {
    return (await lines.question("")).trim();
  } finally {
    lines.close();
    if (secret) process.stdout.write("\n");
  }
}
