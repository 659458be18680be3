import type { OutboundAnswer, Outcome } from "../kind.ts";
import { passing, refusedForm, unclearRefusal, untilFixed } from "../outcomes.ts";

/** Services accept about one message a second. */
const PAUSE_SECONDS = 1;

/** Judges an answer by its status, which is all that services have in common. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500) return passing(answer);
  if (status >= 200 && status < 300) return { kind: "sent", ref: null, pauseSeconds: PAUSE_SECONDS };
  if (status === 401 || status === 403)
    return untilFixed("token", `the service doesn't accept the address or token (${status})`);
  if (status === 404) return untilFixed("address", "the service doesn't know this address (404)");
  if (status === 410) return { kind: "gone", reason: "the receiver wants no more messages (410)" };
  if (status === 413) return refusedForm(plain, "the service rejected the message format (413)");
  return unclearRefusal(answer, plain);
}
