import type { OutboundAnswer, Outcome } from "../kind.ts";
import { passing } from "../outcomes.ts";

/** Judges a receiver's answer: 2xx accepts, 410 unsubscribes, anything else may be temporary. */
export function judge(answer: OutboundAnswer): Outcome {
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) return { kind: "sent", ref: null, pauseSeconds: 0 };
  if (status === 410) return { kind: "gone", reason: "the receiver wants no more messages (410)" };
  return passing(answer);
}
