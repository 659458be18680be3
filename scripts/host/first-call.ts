import { ownCall } from "./own-call.ts";

const MAX_MS = 15_000;

/** Nobody's, where no live target is there to ask for: who answers it at all knows us. */
const SOMEBODY = { userId: "1" };

interface Probed {
  status: number | null;
  fault: { kind: string; status: number | null; detail: string } | null;
}

/**
 * One careful call of the polled service, out of the same budget as all. Answers what a person should know, null where all
 * is well; never rejects, and takes at most fifteen seconds.
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
    if (status !== 200) return `The service was not tried: the probe answered ${status}.`;
    return wordsFor(JSON.parse(text) as Probed);
  } catch {
    return signal.aborted ? wordsFor({ status: null, fault: null }) : "The service could not be tried.";
  }
}

/** What an answer means, and what to do next; null where all is well. Pure. */
export function wordsFor({ status, fault }: Probed): string | null {
  const answered = fault?.status ?? status;
  if (answered === 401 || answered === 403)
    return `The service refuses the credentials (${answered}): set UPSTREAM_USERNAME and UPSTREAM_PASSWORD.`;
  if (answered === 428) return "The key of the service has expired (428): renew it there.";
  if (answered === 429) return "The service asks to wait (429): it is polled again when it allows.";
  if (answered === 404 || answered === 405)
    return `The service does not know the path (${answered}): set UPSTREAM_BASE_URL, or UPSTREAM_OPERATIONS for "live.check".`;
  if (answered === null) return "The service does not answer: set UPSTREAM_BASE_URL, or look at the network.";
  if (answered >= 500) return `The service has trouble (${answered}): it is asked again.`;
  if (fault?.kind === "malformed")
    return `The service answers, but not as expected (${fault.detail}): set UPSTREAM_BASE_URL, or UPSTREAM_OPERATIONS for "live.check".`;
  return null;
}
