import type { OutboundAnswer, OutboundRequest } from "../../channels/kind.ts";
import { refusal, type Addresses } from "../../core/public-url.ts";
import { readCapped } from "../../core/read-capped.ts";

const PING_TIMEOUT_MS = 5000;

/**
 * Pings a dead man's switch, which alerts when pings stop. A failed ping is ignored, and its address may be a secret.
 */
export async function pinged(url: string | undefined, fetcher: typeof fetch): Promise<void> {
  if (url === undefined) return;
  const init: RequestInit = { redirect: "manual", signal: AbortSignal.timeout(PING_TIMEOUT_MS) };
  await fetcher(url, init).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
}

interface CountedCalls {
  /** Wraps a fetcher to count its calls. It throws beyond the limit, before the platform refuses. */
  counting: (fetcher: typeof fetch) => typeof fetch;
  /** Number of calls so far. */
  count: () => number;
}

/** Counts the calls of one invocation, which may make `max`. */
export function countedCalls(max: number): CountedCalls {
  let calls = 0;
  return {
    counting: (fetcher) => (input, init) => {
      calls += 1;
      if (calls > max) throw new Error(`more than ${max} calls in one invocation`);
      return fetcher(input, init);
    },
    count: () => calls,
  };
}

const MAX_BYTES = 64 * 1024;

/**
 * Runs a call with a signal that aborts after `ms`. The timer ends with the call: `AbortSignal.timeout` keeps its signal,
 * and all that hangs on it, for the whole time, which is some 16,000 calls at 100,000 polls a minute.
 */
export async function withTimeout<Value>(ms: number, run: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("no answer in time", "TimeoutError")), ms);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Reports whether a call ended because a signal aborted it. */
export const isLate = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === "TimeoutError" || thrown.name === "AbortError");

/** The outcome of a call that the host made. */
export type Sent = "sent" | "refused" | "timeout" | "failed";

/** The header with that outcome. The host sets it on each answer, whatever a destination sends. */
export const SENT_HEADER = "x-tallylight-sent";

/** The host's client for destinations. It resolves names and checks their addresses, which a Worker cannot do. */
export interface HostFetcher {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** Thrown for an address that must not be called. */
class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/** A fetch through the host. Throws what fetch throws, and RefusedAddressError. Answers keep SENT_HEADER. */
export const throughHost = (host: HostFetcher): typeof fetch =>
  (async (url: string, init?: RequestInit) => {
    const response = await host.fetch(url, init);
    const sent = response.headers.get(SENT_HEADER) as Sent | null;
    if (sent === "refused") throw new RefusedAddressError();
    if (sent === "timeout") throw new DOMException("no answer in time", "TimeoutError");
    if (sent !== "sent") throw new TypeError("the connection failed");
    return response;
  }) as typeof fetch;

/**
 * The only sender to destinations. Checks the address each time, follows no redirects, and waits at most `timeoutMs`. A
 * failure is an answer without a status. The body of an answer is only passed to the channel's judge.
 */
export const outboundSender =
  (addresses: Addresses, timeoutMs: number, fetcher: typeof fetch) =>
  async (request: OutboundRequest): Promise<OutboundAnswer> => {
    const none = { status: null, headers: {}, body: "" };
    if (refusal(request.url, addresses) !== null) return { ...none, error: "refused address" };
    const { method, url } = request;
    try {
      return await withTimeout(timeoutMs, async (signal) => {
        const response = await fetcher(url, { method, ...contentOf(request), signal, redirect: "manual" });
        const text = await readCapped(response, request.mostBytes ?? MAX_BYTES);
        const headers = Object.fromEntries(response.headers);
        return { status: response.status, headers, body: text ?? "", error: null };
      });
    } catch (thrown) {
      if (thrown instanceof RefusedAddressError) return { ...none, error: "refused address" };
      return { ...none, error: isLate(thrown) ? "timeout" : "connection failed" };
    }
  };

/**
 * A form if there are files, without a content type because the form sets its boundary. Otherwise the body as it is.
 */
function contentOf({ method, headers, body, files = [] }: OutboundRequest): Pick<RequestInit, "headers" | "body"> {
  if (method === "GET" || method === "DELETE") return { headers };
  if (files.length === 0) return { headers, body };
  const form = new FormData();
  form.append("payload_json", body);
  for (const [index, { name, type, bytes }] of files.entries())
    form.append(`files[${index}]`, new Blob([new Uint8Array(bytes)], { type }), name);
  const rest = Object.entries(headers).filter(([header]) => header.toLowerCase() !== "content-type");
  return { headers: Object.fromEntries(rest), body: form };
}
