import type { Completed } from "../arguments.ts";

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const line = (condition: string, rest: string): string => `complete -c tallylight -n ${quoted(condition)} ${rest}`;

function linesOf({ name, does, first, options }: Completed): string[] {
  const inside = `__fish_seen_subcommand_from ${name}`;
  const own = options.map(({ name: option, values }) => {
    const takes = values === null ? "" : ` -x${values.length === 0 ? "" : ` -a ${quoted(values.join(" "))}`}`;
    return line(inside, `-l ${option.slice(2)}${takes}`);
  });
  const argument = first === null ? [] : [line(inside, first === "file" ? "-F" : `-a ${quoted(first.join(" "))}`)];
  return [line("__fish_use_subcommand", `-a ${name} -d ${quoted(does)}`), ...own, ...argument];
}

/** The completion script for fish 3 and newer. */
export const fish = (commands: Completed[], general: string[]): string =>
  [
    "# Completion of tallylight for fish.",
    "complete -c tallylight -e",
    "complete -c tallylight -f",
    ...general.map((option) => line("__fish_use_subcommand", `-l ${option.slice(2)}`)),
    ...commands.flatMap(linesOf),
  ].join("\n");
