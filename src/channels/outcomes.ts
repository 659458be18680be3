import type { Fix } from "../core/channel-failure.ts";
import type { OutboundAnswer, Outcome } from "./kind.ts";
import { retryAfterSeconds } from "./retry-after.ts";

type Later = Extract<Outcome, { kind: "later" }>;

export const later = (
  reason: string,
  scope: Later["scope"] = "delivery",
  afterSeconds: number | null = null,
): Later => ({
  kind: "later",
  afterSeconds,
  scope,
  reason,
});

/** The destination refuses all messages until a person fixes something. The message waits. */
export const untilFixed = (fix: Fix, reason: string): Later => ({ ...later(reason), fix });

/** Its format was refused: worth one try as plain text. */
export const refusedForm = (plain: boolean, reason: string): Outcome =>
  plain ? { kind: "dead", reason } : { kind: "reformat", reason };

/** Judges what all destinations have in common: no answer, and failures that the kind does not handle. */
export function passing(answer: OutboundAnswer): Later {
  const { status, error } = answer;
  if (status === null) return later(/^[a-z ]{1,60}$/i.exec(error ?? "")?.[0] ?? "no answer");
  if (status >= 300 && status < 400) return later(`answered ${status}: redirects are not followed`);
  const wait = [429, 502, 503, 504].includes(status) ? retryAfterSeconds(answer.headers) : null;
  if (status === 429) return later("asked to slow down (429)", "channel", wait);
  return later(`answered ${status}`, wait === null ? "delivery" : "channel", wait);
}
