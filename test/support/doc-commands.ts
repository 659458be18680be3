import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A block of shell commands in a page. */
export interface Block {
  page: string;
  line: number;
  text: string;
}

/** A command as bash would have run it: its name, then its arguments. */
export type Command = string[];

/** The pages whose commands people copy. */
const pages = (): string[] => [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path))
    .toSorted(),
];

/** Every fenced block of shell commands. */
export const blocks = (): Block[] =>
  pages().flatMap((page) => {
    const text = readFileSync(page, "utf8");
    return [...text.matchAll(/^```(?:sh|bash|shell|console)\n([^]*?)^```/gm)].map((found) => {
      return { page, line: text.slice(0, found.index).split("\n").length + 1, text: found[1]! };
    });
  });

/** Records its name and arguments, and that its input was a file. */
const STAND_IN = `#!/bin/sh
{ printf '%s\\0' "\${0##*/}" "$@"; printf '\\n\\0'; } >> "$RECORD"
`;

/**
 * Runs a block in a real bash, in which the commands of these names only record how they were called. Any other command
 * is not found, which throws. `before` is run first.
 */
export function called({ page, line, text }: Block, names: readonly string[], before: string): Command[] {
  const folder = mkdtempSync(join(tmpdir(), "tallylight-docs-"));
  try {
    mkdirSync(join(folder, "bin"));
    for (const name of names) {
      writeFileSync(join(folder, "bin", name), STAND_IN);
      chmodSync(join(folder, "bin", name), 0o755);
    }
    const record = join(folder, "record");
    writeFileSync(record, "");
    const env = {
      PATH: join(folder, "bin"),
      RECORD: record,
      HOME: folder,
      TOKEN: "TOKEN",
      URL: "http://127.0.0.1:8787",
    };
    // Changing the folder is no program of its own.
    const script = `cd() { "$(type -P cd)" "$@"; }\n${before}\n${text}`;
    const { status, stderr } = spawnSync("/bin/bash", ["--norc", "-euo", "pipefail", "-c", script], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${page}:${line} ended with ${status}: ${stderr}`);
    return readFileSync(record, "utf8")
      .split("\n\0")
      .filter((one) => one !== "")
      .map((one) => one.slice(0, -1).split("\0"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
