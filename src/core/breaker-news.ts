import type { BreakerReason, Refusal } from "./breaker-reason.ts";
import { recovered, type OperatorNews } from "./drift-detector.ts";
import { iso } from "./instant.ts";

const happened: Record<BreakerReason, [account: string, operation: string]> = {
  unauthorized: ["the service rejected the credentials", "the service rejected the credentials for"],
  key_expired: ["the account's key session has expired", "the service says that the key session has expired for"],
  throttled: ["the service asked for fewer calls", "the service asked for fewer calls of"],
};

const CAREFUL = "except for one test call every ten minutes";

function detailOf(reason: BreakerReason, operation: string | null): string {
  const [account, of] = happened[reason];
  if (operation === null)
    return reason === "throttled"
      ? `${account}; polling pauses, then returns gradually to the full budget`
      : `${account}; polling has stopped, ${CAREFUL}`;
  const pause = reason === "throttled" ? "its calls pause" : `it is no longer called, ${CAREFUL}`;
  return `${of} ${operation}; ${pause}, and everything else goes on`;
}

const keyOf = (operation: string | null, since: number): string =>
  operation === null ? String(since) : `${operation}/${since}`;

/**
 * The news that the breaker of an operation (null: of the account) opened. Every batch that finds it makes the same key,
 * so it is reported once.
 */
export const breakerNews = (breaker: Refusal & { until: number }, operation: string | null): OperatorNews => ({
  type: `upstream.${breaker.reason}`,
  key: keyOf(operation, breaker.since),
  data: {
    status: breaker.status,
    detail: detailOf(breaker.reason, operation),
    since: iso(breaker.since),
    until: iso(breaker.until),
    ...(operation === null ? {} : { operation }),
  },
});

/** The news of the first good answer: this problem, and those that it replaced, are over. */
export const breakerRecovered = (breaker: Refusal & { over: Refusal[] }, operation: string | null): OperatorNews[] =>
  [...breaker.over, breaker].map(({ reason, status, since }) =>
    recovered(`upstream.${reason}`, keyOf(operation, since), status, since, operation ?? undefined),
  );
