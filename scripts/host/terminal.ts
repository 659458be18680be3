import type { HostVariables } from "./variables.ts";

const time = (): string => new Date().toTimeString().slice(0, 8);

/** A line of the Worker's log, with the time of day. */
export function printLine(level: string, message: string): void {
  const write = level === "error" || level === "warn" ? console.error : console.log;
  for (const line of message.split("\n")) write(`${time()}  ${line}`);
}

/** What a person needs to know once it runs; the token only where it was made here. */
export function printReady(variables: HostVariables, base: string, token: string | null): void {
  const simulator = `http://${variables.host}:${variables.simPort}`;
  const lines = [
    "",
    "  Tallylight is ready",
    "",
    `  API        ${base}/docs`,
    ...(variables.demo ? [`  Inbox      ${simulator}/inbox`] : []),
    `  Admin token  ${token ?? "the one in ADMIN_TOKEN"}`,
    `  State      ${variables.state}`,
    "",
    ...watched(variables).map((line) => `  ${line}`),
    "  Ctrl-C stops everything.",
    "",
  ];
  console.log(lines.join("\n"));
}

/** What is being watched, as far as a start can say. */
function watched({ demo, seed, tickSeconds }: HostVariables): string[] {
  const untold = tickSeconds > 0 ? [] : ["TICK_SECONDS=0: nothing is polled until somebody ticks."];
  if (!demo) return ["Watching the configured service.", ...untold];
  if (!seed)
    return [
      "A simulated service is there to be watched. SEED=0: no demo was set up; add targets by the API.",
      ...untold,
    ];
  if (tickSeconds === 0) return ["A simulated world is there to be watched.", ...untold];
  return ["A simulated world is being watched; the first alert is in the inbox within 20 seconds."];
}
