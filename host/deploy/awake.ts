import { setTimeout as sleep } from "node:timers/promises";
import { DeployError } from "./wrangler.ts";

const BETWEEN_MS = 2000;

/** Waits until the Worker reports that it is well. A new address takes a minute to resolve. Throws DeployError. */
export async function untilAwake(address: string, withinMs: number): Promise<string> {
  let last = "it isn't responding";
  for (const end = Date.now() + withinMs; ;) {
    try {
      const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(10_000), redirect: "manual" });
      const text = await response.text();
      if (response.status === 200) return (JSON.parse(text) as { status: string }).status;
      last = `it answers ${response.status} ${text.slice(0, 300)}`;
    } catch (thrown) {
      last = `it isn't responding (${(thrown as Error).message})`;
    }
    if (Date.now() + BETWEEN_MS > end) throw new DeployError(`Deployed to ${address}, but ${last}.`);
    await sleep(BETWEEN_MS);
  }
}
