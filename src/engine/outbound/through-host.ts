/** The outcome of a call that the host made. */
export type Sent = "sent" | "refused" | "timeout" | "failed";

/** The header with that outcome. The host sets it on each answer, whatever a destination sends. */
export const SENT_HEADER = "x-tallylight-sent";

/** The host's client for destinations. It resolves names and checks their addresses, which a Worker cannot do. */
export interface HostFetcher {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** Thrown for an address that must not be called. */
export class RefusedAddressError extends Error {
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
