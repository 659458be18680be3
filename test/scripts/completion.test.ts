import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandNames, completed, GENERAL, SHELLS } from "../../scripts/cli/arguments.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tallylight-completion-"));
  const main = JSON.stringify(join(process.cwd(), "scripts/cli/main.ts"));
  for (const shell of SHELLS) {
    const script = `import(${main}).then(({ main }) => main(process.argv.slice(1)))`;
    const text = execFileSync(process.execPath, ["-e", script, "--", "completion", shell], { encoding: "utf8" });
    writeFileSync(join(folder, shell), text);
  }
  writeFileSync(join(folder, "a file.gz"), "");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isHere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** How a shell, asked for real, completes a line: the words that it offers. */
type Complete = (line: string) => string[];

const lines = (text: string): string[] => text.split("\n").filter((line) => line !== "");

const run = (program: string, args: string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8", env: { ...process.env, HOME: folder } });

const inBash: Complete = (line) => {
  const words = line.split(" ").map((word) => `'${word}'`);
  const script = `source ./bash; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _tallylight; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines(run("bash", ["--norc", "-c", script]));
};

const inFish: Complete = (line) =>
  lines(run("fish", ["--no-config", "-c", `source ./fish; complete -C '${line}'`])).map((one) => one.split("\t")[0]!);

/** What zsh's line becomes after Tab. A terminal of zsh's own types it. */
function typedInZsh(line: string): string {
  writeFileSync(
    join(folder, "inner.zsh"),
    `autoload -Uz compinit && compinit -u -D
source ./zsh
unsetopt beep; PS1='ready> '
show() { print -r -- ">>$BUFFER<<" }
zle -N show; bindkey '^X' show`,
  );
  const driver = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ./inner.zsh; print -r -- be''gin'
zpty -r shell said '*begin*ready> '
zpty -w -n shell '${line}'$'\\t'$'\\x18'
zpty -r shell said '*>>*<<*'
print -r -- "$said"
zpty -d shell`;
  writeFileSync(join(folder, "driver.zsh"), driver);
  return />>(.*?)<</.exec(run("zsh", ["-f", "driver.zsh"]))![1]!.trimEnd();
}

const names = (line: string): string[] => {
  const word = line.split(" ").at(-1)!;
  return [...commandNames, ...GENERAL].filter((name) => name.startsWith(word));
};

/** Every command, option and value of the parser's declaration, with the line that asks for it. */
const asked: [line: string, offered: string[]][] = [
  ...commandNames.map((name): [string, string[]] => [`tallylight ${name}`, names(name)]),
  ...completed().flatMap(({ name, first, options }): [string, string[]][] => [
    [`tallylight ${name} --`, options.map((option) => option.name)],
    ...options.flatMap((option): [string, string[]][] =>
      option.values === null || option.values.length === 0
        ? []
        : [[`tallylight ${name} ${option.name} `, [...option.values]]],
    ),
    ...(Array.isArray(first) ? [[`tallylight ${name} `, [...first]] as [string, string[]]] : []),
  ]),
];

test("the declaration has commands with options, values, words and files", () => {
  expect(asked.length).toBeGreaterThan(commandNames.length * 2);
  expect(completed().filter(({ first }) => first === "file").length).toBeGreaterThan(2);
});

test.runIf(isHere("bash"))("bash offers what the parser takes", () => {
  for (const [line, offered] of asked) expect([line, inBash(line).toSorted()]).toEqual([line, offered.toSorted()]);
  expect(inBash("tallylight restore a")).toEqual(["a file.gz"]);
  expect(inBash("tallylight deploy ")).toEqual([]);
  expect(inBash("tallylight service --print un")).toEqual(["uninstall"]);
});

test.runIf(isHere("fish"))("fish offers what the parser takes", () => {
  for (const [line, offered] of asked) expect([line, inFish(line).toSorted()]).toEqual([line, offered.toSorted()]);
  expect(inFish("tallylight restore a")).toEqual(["a file.gz"]);
  expect(inFish("tallylight deploy ")).toEqual([]);
});

test.runIf(isHere("zsh"))("zsh completes commands, options, values, words and files", () => {
  for (const [line, whole] of [
    ["tallylight serv", "tallylight service"],
    ["tallylight deploy --loc", "tallylight deploy --location"],
    ["tallylight deploy --location we", "tallylight deploy --location weur"],
    ["tallylight service u", "tallylight service uninstall"],
    ["tallylight restore a", "tallylight restore a\\ file.gz"],
    ["tallylight completion f", "tallylight completion fish"],
  ] as const)
    expect(typedInZsh(line)).toBe(whole);
});

test("PowerShell's script has every command, option and value", () => {
  const text = readFileSync(join(folder, "powershell"), "utf8");
  for (const { name, options } of completed()) {
    const [row] = text.split("\n").filter((one) => one.startsWith(`    '${name}' = @{ `));
    for (const option of options) expect(row).toContain(`'${option.name}'`);
    for (const value of options.flatMap(({ values }) => values ?? [])) expect(row).toContain(`'${value}'`);
  }
});

test.runIf(isHere("pwsh"))("PowerShell offers what the parser takes", () => {
  for (const [line, offered] of asked) {
    const script = `. ([scriptblock]::Create((Get-Content -Raw ./powershell))); (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
    const found = lines(run("pwsh", ["-NoProfile", "-Command", script]));
    expect([line, found.toSorted()]).toEqual([line, offered.toSorted()]);
  }
});
