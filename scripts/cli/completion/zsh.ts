import type { Completed } from "../arguments.ts";

/** Text inside single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const described = (name: string, text: string): string => quoted(`${name}:${text.replaceAll(":", "\\:")}`);

function optionOf({ name, values }: Completed["options"][number]): string {
  if (values === null) return quoted(name);
  return quoted(`*${name}:value:${values.length === 0 ? " " : `(${values.join(" ")})`}`);
}

function firstOf(first: Completed["first"]): string[] {
  if (first === null) return [];
  return [first === "file" ? quoted("1:file:_files") : quoted(`1:argument:(${first.join(" ")})`)];
}

/** The completion script for zsh, to be sourced or to be found in `fpath`. */
export const zsh = (commands: Completed[], general: string[]): string => `#compdef tallylight
# Completion of tallylight for zsh.
_tallylight() {
  local -a commands
  commands=(
${commands.map(({ name, does }) => `    ${described(name, does)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    compadd -- ${general.join(" ")}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(({ name, first, options }) => `    ${name}) _arguments ${[...options.map(optionOf), ...firstOf(first)].join(" ")} ;;`).join("\n")}
  esac
}
if [[ $funcstack[1] == _tallylight ]]; then _tallylight "$@"; else compdef _tallylight tallylight; fi`;
