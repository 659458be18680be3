import { ownCall } from "./own-call.ts";

const MAX_MS = 15_000;

/** An invented id for an instance without live targets. Any answer shows that the service accepts the account. */
const SOMEBODY = { userId: "1" };

interface Probed {
  status: number | null;
  fault: { kind: string; status: number | null; detail: string } | null;
}

/**
 * Makes one call of the polled service, within the budget. Returns what a person should know; null if all is well.
 * Never rejects, and takes at most fifteen seconds.
 */
export async function firstCall(base: string, token: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(MAX_MS);
  try {
    const targets = await ownCall(`${base}/v1/targets?kind=live&limit=1`, { headers, signal });
    const { items } = JSON.parse(targets.text) as { items: { params: Record<string, string> }[] };
    const body = JSON.stringify({ operation: "live.check", params: items[0]?.params ?? SOMEBODY });
    const { status, text } = await ownCall(`${base}/v1/upstream/probe`, { method: "POST", headers, body, signal });
    if (status === 429) return null;
    if (status !== 200) return `The data service was not tested: the probe answered ${status}.`;
    return wordsFor(JSON.parse(text) as Probed);
  } catch {
    return signal.aborted ? wordsFor({ status: null, fault: null }) : "The data service could not be tested.";
  }
}

/** Explains an answer and what to do; null if all is well. Pure. */
export function wordsFor({ status, fault }: Probed): string | null {
  const answered = fault?.status ?? status;
  if (answered === 401 || answered === 403)
    return `The data service rejects the credentials (${answered}): set UPSTREAM_USERNAME and UPSTREAM_PASSWORD.`;
  if (answered === 428) return "The data service's key has expired (428): renew it there.";
  if (answered === 429) return "The data service asks us to slow down (429): polling resumes when it allows.";
  if (answered === 404 || answered === 405)
    return `The data service doesn't know the path (${answered}): set UPSTREAM_BASE_URL, or UPSTREAM_OPERATIONS for "live.check".`;
  if (answered === null) return "The data service doesn't answer: check UPSTREAM_BASE_URL and the network.";
  if (answered >= 500) return `The data service has an error (${answered}): it is polled again.`;
  if (fault?.kind === "malformed")
    return `The data service answers, but not as expected (${fault.detail}): set UPSTREAM_BASE_URL, or UPSTREAM_OPERATIONS for "live.check".`;
  return null;
}
