import type { OutboundAnswer, Outcome } from "../kind.ts";
import { passing } from "../outcomes.ts";

/** What a receiver's answer means: 2xx took it, 410 wants no more, all else may pass. */
export function judge(answer: OutboundAnswer): Outcome {
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) return { kind: "sent", ref: null, pauseSeconds: 0 };
  if (status === 410) return { kind: "gone", reason: "the receiver wants no more (410)" };
  return passing(answer);
}
