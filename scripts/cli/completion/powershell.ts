import type { Completed } from "../arguments.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const list = (words: readonly string[]): string => `@(${words.map(quoted).join(", ")})`;

function tableOf({ name, first, options }: Completed): string {
  const values = options.flatMap((option) =>
    option.values === null ? [] : [`${quoted(option.name)} = ${list(option.values)}`],
  );
  const parts = [
    `options = ${list(options.map((option) => option.name))}`,
    `values = @{ ${values.join("; ")} }`,
    `first = ${list(first === null || first === "file" ? [] : first)}`,
  ];
  return `    ${quoted(name)} = @{ ${parts.join("; ")} }`;
}

/** The completion script for PowerShell 5.1 and newer. Without suggestions, PowerShell completes files. */
export const powershell = (
  commands: Completed[],
  general: string[],
): string => `# Completion of tallylight for PowerShell.
Register-ArgumentCompleter -Native -CommandName tallylight -ScriptBlock {
  param($word, $ast, $position)
  $commands = @{
${commands.map(tableOf).join("\n")}
  }
  $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.ToString() })
  if ($before.Count -lt 2) {
    $words = @($commands.Keys | Sort-Object) + ${list(general)}
  } else {
    $command = $commands[$before[1]]
    if ($null -eq $command) { return }
    $previous = $before[-1]
    if ($command.values.ContainsKey($previous)) { $words = $command.values[$previous] }
    elseif ($word.StartsWith('-')) { $words = $command.options }
    else { $words = $command.first }
  }
  $words | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
