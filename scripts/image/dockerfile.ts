/** An instruction of a Dockerfile. `rest` is its text, with continued lines joined. */
export interface Instruction {
  name: string;
  rest: string;
}

/** A stage: what it begins from, its name, and its instructions. */
export interface Stage {
  from: string;
  name: string | null;
  instructions: Instruction[];
}

/** Reads the stages of a Dockerfile. Throws for what the steps below do not know. */
export function readStages(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text.replaceAll(/\\\n/g, " ").split("\n");
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("#"))) {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) throw new Error(`not an instruction: ${line}`);
    const from = /^(?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/.exec(rest);
    if (name === "FROM") stages.push({ from: from![1]!, name: from![2] ?? null, instructions: [] });
    else stages.at(-1)!.instructions.push({ name, rest });
  }
  return stages;
}

/** What the last stage says of how a container runs. */
export interface Run {
  env: Record<string, string>;
  user: string;
  volume: string;
  /** Entry point and command. */
  command: string[];
  /** The command that tells whether it is healthy. */
  health: string[];
  signal: NodeJS.Signals;
}

const listOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf("["))) as string[];

/** The variables that ENV instructions set. */
export function readEnv(instructions: Instruction[]): Record<string, string> {
  const all = instructions.filter(({ name }) => name === "ENV").flatMap(({ rest }) => rest.split(/ +/));
  return Object.fromEntries(all.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]));
}

export function readRun({ instructions }: Stage): Run {
  const last = (name: string): string => instructions.findLast((one) => one.name === name)!.rest;
  return {
    env: readEnv(instructions),
    user: last("USER"),
    volume: last("VOLUME"),
    command: [...listOf(last("ENTRYPOINT")), ...listOf(last("CMD"))],
    health: listOf(last("HEALTHCHECK")),
    signal: last("STOPSIGNAL") as NodeJS.Signals,
  };
}
