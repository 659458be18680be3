/** What came of a call that the host made for us. */
export type Sent = "sent" | "refused" | "timeout" | "failed";

/** Says so; the host sets it on each answer, whatever a destination says. */
export const SENT_HEADER = "x-tallylight-sent";

/** The host's own caller of destinations: it resolves names and judges their addresses, which a Worker cannot. */
export interface HostFetcher {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** An address that may not be called. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/** A fetch through the host; throws what a fetch throws, and RefusedAddressError. SENT_HEADER stays on the answer. */
export const throughHost = (host: HostFetcher): typeof fetch =>
  (async (url: string, init?: RequestInit) => {
    const response = await host.fetch(url, init);
    const sent = response.headers.get(SENT_HEADER) as Sent | null;
    if (sent === "refused") throw new RefusedAddressError();
    if (sent === "timeout") throw new DOMException("no answer in time", "TimeoutError");
    if (sent !== "sent") throw new TypeError("the connection failed");
    return response;
  }) as typeof fetch;
