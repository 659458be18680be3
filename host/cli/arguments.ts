import { parseArgs, type ParseArgsConfig } from "node:util";

/** An error with a message for the terminal: what is wrong, and what to do. */
export class CliError extends Error {}

/** The command line is invalid. */
export class UsageError extends CliError {}

type Options = NonNullable<ParseArgsConfig["options"]>;

interface Command {
  /** The arguments after the name, for the help text. */
  takes: string;
  does: string;
  /** Minimum and maximum number of arguments. */
  positionals: [least: number, most: number];
  options: Options;
}

const flag = { type: "boolean" } as const;
const text = { type: "string" } as const;

const COMMANDS = {
  start: { takes: "", does: "Start Tallylight on this machine (the default).", positionals: [0, 0], options: {} },
  deploy: {
    takes: "[--dry-run] [--name NAME] [--location REGION] [--replace-secret NAME]…",
    does: "Deploy to Cloudflare.",
    positionals: [0, 0],
    options: { "dry-run": flag, name: text, location: text, "replace-secret": { type: "string", multiple: true } },
  },
  backup: {
    takes: "[FILE] [--remote]",
    does: "Write everything to one file. Works while Tallylight runs.",
    positionals: [0, 1],
    options: { remote: flag },
  },
  restore: {
    takes: "FILE [--force] [--moved] [--tokens] [--remote]",
    does: "Restore a backup. Nothing is sent again.",
    positionals: [1, 1],
    options: { force: flag, moved: flag, tokens: flag, remote: flag },
  },
  import: {
    takes: "FILE [--create-watchlists]",
    does: "Add creators and other targets from a CSV, NDJSON or JSON file.",
    positionals: [1, 1],
    options: { "create-watchlists": flag },
  },
  token: {
    takes: "NAME [--scopes read,write,admin]",
    does: "Create an API token (default scope: read) and print it.",
    positionals: [1, 1],
    options: { scopes: { type: "string", multiple: true } },
  },
  open: { takes: "", does: "Print a link that signs you in.", positionals: [0, 0], options: {} },
  doctor: { takes: "", does: "Check this machine and the running instance.", positionals: [0, 0], options: {} },
  service: {
    takes: "install|uninstall [--print]",
    does: "Start Tallylight whenever you log in to this machine, or stop doing so.",
    positionals: [1, 1],
    options: { print: flag },
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export const commandNames = Object.keys(COMMANDS) as CommandName[];

/** The arguments of a command. */
export interface Provided {
  /** The state folder. */
  state: string;
  values: Record<string, unknown>;
  positionals: string[];
  /** Everything after the command's name, unparsed. */
  rest: string[];
}

type Arguments = { command: CommandName } & Omit<Provided, "state">;

/** Parses a command line. Throws UsageError. */
export function readArguments(
  args: string[],
): Arguments | (Omit<Arguments, "command"> & { command: "help" | "version" }) {
  const nothing = { values: {}, positionals: [], rest: [] };
  const [first = "start", ...rest] = args;
  if (first === "--help" || first === "-h" || first === "help") return { command: "help", ...nothing };
  if (first === "--version" || first === "-v") return { command: "version", ...nothing };
  if (first.startsWith("-")) throw new UsageError(`There is no option ${first}. See \`tallylight --help\`.`);
  if (!Object.hasOwn(COMMANDS, first))
    throw new UsageError(`There is no command ${JSON.stringify(first)}. See \`tallylight --help\`.`);
  const command = first as CommandName;
  return { command, rest: rest, ...parsed(command, rest) };
}

function parsed(name: CommandName, args: string[]): { values: Record<string, unknown>; positionals: string[] } {
  const {
    options,
    positionals: [least, most],
  }: Command = COMMANDS[name];
  const all: Options = { ...options, help: { type: "boolean", short: "h" } };
  let read;
  try {
    read = parseArgs({ args, options: all, allowPositionals: true });
  } catch (thrown) {
    throw new UsageError(`${(thrown as Error).message.split(". ")[0]!}.\n${usage(name)}`);
  }
  const { values, positionals } = read;
  if (values["help"] !== true && (positionals.length < least || positionals.length > most))
    throw new UsageError(usage(name));
  return { values, positionals };
}

const usage = (name: CommandName): string => `Usage: tallylight ${name} ${COMMANDS[name].takes}`.trimEnd();

/** The help of one command. */
export const helpFor = (name: CommandName): string => `${usage(name)}\n\n${COMMANDS[name].does}`;

/** The help of the tool. */
export function helpText(version: string): string {
  const lines = commandNames.flatMap((name) => {
    const { takes, does } = COMMANDS[name];
    return [`  ${name} ${takes}`.trimEnd(), `      ${does}`];
  });
  return [
    `Tallylight ${version}: alerts about short-video creators in Slack, Discord and signed webhooks.`,
    "",
    "Usage: tallylight [COMMAND] [OPTIONS]",
    "",
    ...lines,
    "",
    "  --version, --help",
    "",
    "The state is in the folder TALLYLIGHT_STATE. `tallylight doctor` prints which one.",
    "Exit status: 0 done, 1 failed (the reason is on stderr), 2 wrong usage.",
  ].join("\n");
}
