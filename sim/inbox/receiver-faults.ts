import type { MiddlewareHandler } from "hono";
import { delayOf, type Faults } from "../service/faults.ts";
import type { Receiver } from "./receiver.ts";
import { receivers } from "../../build/receivers.ts";

/** The names for faults of the receivers. "*" covers the polled service only. */
export const receiverNames: readonly string[] = [...new Set(Object.values(receivers).map(({ fault }) => fault))];

/** Applies a receiver's fault: a delay, a status with the receiver's own body, or an HTML page. */
export function receiverFault(
  { fault: name, words }: Receiver,
  faults: Faults,
  sleep: (ms: number) => Promise<void>,
): MiddlewareHandler {
  return async (context, next) => {
    const fault = faults.takeExact(name);
    if (!fault) return next();
    const delayMs = delayOf(fault);
    if (delayMs > 0) await sleep(delayMs);
    if (fault.mode === "timeout" || fault.mode === "slow") return next();
    const status = fault.mode === "status" ? (fault.status ?? 500) : 200;
    const headers: Record<string, string> = {};
    if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter);
    return new Response(fault.mode === "garbage" ? "<html></html>" : words(status, fault.retryAfter), {
      status,
      headers,
    });
  };
}
