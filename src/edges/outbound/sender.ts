import type { OutboundAnswer, OutboundRequest } from "../../channels/kind.ts";
import { refusal } from "../../channels/public-url.ts";
import { readCapped } from "../read-capped.ts";

const MOST_BYTES = 64 * 1024;

/**
 * The one sender to destinations: guards the address at each send, follows no redirect, waits at most `timeoutMs`. A
 * failure is an answer without a status; the body of an answer goes to the channel's judge and nowhere else.
 */
export const outboundSender =
  (local: boolean, timeoutMs: number, fetcher: typeof fetch) =>
  async (request: OutboundRequest): Promise<OutboundAnswer> => {
    const none = { status: null, headers: {}, body: "" };
    if (refusal(request.url, local) !== null) return { ...none, error: "refused address" };
    const signal = AbortSignal.timeout(timeoutMs);
    const { method, headers, body } = request;
    try {
      const response = await fetcher(request.url, { method, headers, body, signal, redirect: "manual" });
      const text = await readCapped(response, MOST_BYTES, signal);
      return { status: response.status, headers: Object.fromEntries(response.headers), body: text ?? "", error: null };
    } catch (thrown) {
      const late = thrown instanceof Error && (thrown.name === "TimeoutError" || thrown.name === "AbortError");
      return { ...none, error: late ? "timeout" : "connection failed" };
    }
  };
