import { base32 } from "../../src/core/ids.ts";
import { LINK_LASTS_MS, makeLink } from "../../src/edges/pages/sign-in/link.ts";
import type { HostVariables } from "./variables.ts";

const time = (): string => new Date().toTimeString().slice(0, 8);

/** A line of the Worker's log, with the time of day. */
export function printLine(level: string, message: string): void {
  const write = level === "error" || level === "warn" ? console.error : console.log;
  for (const line of message.split("\n")) write(`${time()}  ${line}`);
}

/** Where a browser on this machine finds it: what listens on every address is here too. */
const hereOf = (base: string): string => base.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");

/** The address that signs in whoever opens it first, for some minutes. */
async function openAddress(base: string, adminToken: string): Promise<string> {
  const nonce = base32(crypto.getRandomValues(new Uint8Array(16)));
  return `${hereOf(base)}/?link=${await makeLink(adminToken, Date.now() + LINK_LASTS_MS, nonce)}`;
}

/** What a person needs to know once it runs; the token only where it was made here. */
export async function printReady(
  variables: HostVariables,
  base: string,
  { adminToken, made }: { adminToken: string; made: boolean },
): Promise<void> {
  const simulator = `http://${variables.host}:${variables.simPort}`;
  const lines = [
    "",
    "  Tallylight is ready",
    "",
    `  Open       ${await openAddress(base, adminToken)}`,
    "             (signs you in, once, within ten minutes)",
    `  API        ${base}/docs`,
    ...(variables.demo ? [`  Inbox      ${simulator}/inbox`] : []),
    `  Admin token  ${made ? adminToken : "the one in ADMIN_TOKEN"}`,
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
      "A simulated service is there to be watched. SEED=0: no demo was set up; the page leads through the first steps.",
      ...untold,
    ];
  if (tickSeconds === 0) return ["A simulated world is there to be watched.", ...untold];
  return ["A simulated world is being watched; the first alert is in the inbox within 20 seconds."];
}
