import type { Completed } from "../arguments.ts";

/** The words after a command: options once a dash is typed, otherwise the first argument. */
function afterCommand({ name, first, options }: Completed): string {
  const values = options.filter((option) => option.values !== null);
  const cases = values.map((option) => `        ${option.name}) words="${option.values!.join(" ")}"; kind=value ;;`);
  const lines = [
    `    ${name})`,
    ...(cases.length === 0 ? [] : [`      case $previous in`, ...cases, `      esac`]),
    `      if [[ $kind != value && $current == -* ]]; then words="${options.map((option) => option.name).join(" ")}"; kind=value; fi`,
  ];
  if (first === "file") lines.push(`      [[ $kind == value ]] || kind=file`);
  else if (first !== null) lines.push(`      [[ $kind == value ]] || words="${first.join(" ")}"`);
  return [...lines, `      ;;`].join("\n");
}

/** The completion script for bash 3.2 and newer. */
export const bash = (commands: Completed[], general: string[]): string => `# Completion of tallylight for bash.
_tallylight() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" words="" kind="" IFS=$' \\t\\n'
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), ...general].join(" ")}" -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map(afterCommand).join("\n")}
  esac
  if [[ $kind == file ]]; then
    # A name may have spaces.
    IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tallylight tallylight`;
