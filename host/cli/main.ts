import { reportFailure, StartError } from "../failure.ts";
import { PACKED, stateFolder, version } from "../place.ts";
import { DEFAULT_STATE } from "../runtime/settings-file.ts";
import { isFrugal, restartFrugally } from "../runtime/memory.ts";
import {
  CliError,
  type CommandName,
  helpFor,
  helpText,
  type Provided,
  readArguments,
  UsageError,
} from "./arguments.ts";

/**
 * Runs a command of the tool. Sets the exit status: 0, 1 for something that the user has to change and for an unexpected
 * error, 2 for wrong usage.
 */
export async function main(args: string[]): Promise<void> {
  try {
    const { command, values, positionals, rest } = readArguments(args);
    if (command === "help") return console.log(helpText(version()));
    if (command === "version") return console.log(version());
    if (values["help"] === true) return console.log(helpFor(command));
    // In a checkout the folder is .tallylight, as for `npm start`.
    const state = (process.env["TALLYLIGHT_STATE"] ||= PACKED
      ? stateFolder(process.platform, process.env)
      : DEFAULT_STATE);
    const run = await RUN[command]();
    await run({ state, values, positionals, rest });
  } catch (thrown) {
    if (!(thrown instanceof CliError || thrown instanceof StartError)) return reportFailure(thrown);
    console.error(thrown.message);
    process.exitCode = thrown instanceof UsageError ? 2 : 1;
  }
}

/** A script parses its own arguments and runs when it is imported. */
const script =
  (load: () => Promise<unknown>) =>
  async () =>
  async ({ rest }: Provided): Promise<void> => {
    process.argv.splice(2, Infinity, ...rest);
    await load();
  };

/** What each command runs, loaded when it is called. */
const RUN: Record<CommandName, () => Promise<(provided: Provided) => Promise<void>>> = {
  start: async () => start,
  deploy: script(() => import("../deploy.ts")),
  backup: script(() => import("../backup.ts")),
  restore: script(() => import("../restore.ts")),
  import: async () => (await import("./on-instance.ts")).importFile,
  token: async () => (await import("./on-instance.ts")).token,
  open: async () => (await import("./on-instance.ts")).open,
  doctor: async () => (await import("./checks.ts")).doctor,
  service: async () => (await import("./service.ts")).run,
};

/** Runs until it is stopped. */
async function start(): Promise<void> {
  if (!isFrugal()) restartFrugally();
  console.log(`Starting Tallylight ${version()}…`);
  const runtime = await import("../runtime/main.ts");
  runtime.main();
}
