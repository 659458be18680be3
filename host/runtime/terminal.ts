import { base32 } from "../../src/core/ids.ts";
import { ownAddress } from "./addresses.ts";
import { LINK_LASTS_MS, makeLink } from "../../src/features/sign-in/page/link.ts";
import { sentenceOf } from "../../src/wiring/log/sentence.ts";
import type { HostVariables } from "./variables.ts";

const time = (): string => new Date().toTimeString().slice(0, 8);

/** Prints a line of the Worker's log as a sentence with the time. */
export function printLine(level: string, line: string): void {
  const message = sentenceOf(line);
  if (message === null) return;
  // A message that waits is no failure of ours.
  const write = level === "error" || (level === "warn" && message === line) ? console.error : console.log;
  for (const text of message.split("\n")) write(`${time()}  ${text}`);
}

const LOOPBACK = /^(127\.0\.0\.1|0\.0\.0\.0|localhost|\[::1?\])$/;

/** Addresses for a browser on this machine, given `base`. A listener on all addresses is reachable here too. */
export function addressesHere(base: string): { own: string; plain: string } {
  const { hostname, port } = new URL(base);
  if (!LOOPBACK.test(hostname)) return { own: base, plain: base };
  const here = hostname === "0.0.0.0" ? "127.0.0.1" : hostname === "[::]" ? "[::1]" : hostname;
  return { own: `http://tallylight-${port}.localhost:${port}`, plain: `http://${here}:${port}` };
}

/** The path that signs in its first user within some minutes. */
async function signInPath(adminToken: string): Promise<string> {
  const nonce = base32(crypto.getRandomValues(new Uint8Array(16)));
  return `/?link=${await makeLink(adminToken, Date.now() + LINK_LASTS_MS, nonce)}`;
}

/**
 * The lines with the sign-in link. Its host name belongs to this instance only, because browsers share cookies between
 * ports of a host. They resolve *.localhost (RFC 6761), except Safari where the system does not.
 */
export async function signInLines(base: string, adminToken: string): Promise<string[]> {
  const { own, plain } = addressesHere(base);
  const path = await signInPath(adminToken);
  const lines = [`  Open       ${own}${path}`, "             (signs you in once, valid for ten minutes)"];
  return own === plain ? lines : [...lines, `             If your browser can't find it: ${plain}${path}`];
}

/** Prints what a person needs once it runs. The token is only shown if it was generated. */
export async function printReady(
  variables: HostVariables,
  base: string,
  { adminToken, made: created, withChannels }: { adminToken: string; made: boolean; withChannels: boolean },
): Promise<void> {
  const simulator = ownAddress(variables.host, variables.simPort);
  const lines = [
    "",
    "  Tallylight is ready",
    "",
    ...(await signInLines(base, adminToken)),
    `  API        ${base}/docs`,
    ...(variables.demo ? [`  Inbox      ${simulator}/inbox`] : []),
    `  Admin token  ${created ? adminToken : "the one in ADMIN_TOKEN"}`,
    `  State      ${variables.state}`,
    "",
    ...watched(variables, withChannels).map((line) => `  ${line}`),
    "  Press Ctrl-C to stop.",
    "",
  ];
  console.log(lines.join("\n"));
}

/** What is being watched, as far as it is known at start. */
function watched({ demo, seed, tickSeconds }: HostVariables, withChannels: boolean): string[] {
  const untold = tickSeconds > 0 ? [] : ["TICK_SECONDS=0: nothing is polled until you trigger a tick."];
  if (!demo) return ["Watching with the configured data service.", ...untold];
  if (!seed)
    return [
      "Using a simulated data service. SEED=0: the demo is not set up; the dashboard starts with the first steps.",
      ...untold,
    ];
  if (tickSeconds === 0) return ["Using a simulated data service.", ...untold];
  if (!withChannels)
    return [
      "Watching simulated creators. ALLOW_LOCAL_WEBHOOKS=false: the demo sends nothing, because its inbox is on this machine.",
    ];
  return ["Watching simulated creators. The first alert arrives in the inbox within 20 seconds."];
}
