import { bodyObject } from "../body-object.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing, refusedForm, untilFixed } from "../outcomes.ts";

/** ntfy's code for a missing topic on servers that do not create topics. */
const NO_TOPIC = 40401;

/** Judges ntfy's answer by its status, and by the message id if it was accepted. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status >= 200 && status < 300)
    return typeof body?.["id"] === "string"
      ? { kind: "sent", ref: null, pauseSeconds: 0 }
      : later("the server's answer has no message: check that it is an ntfy server");
  if (status === 401) return untilFixed("token", "ntfy doesn't accept this access token (401)");
  if (status === 403) return untilFixed("allow", "ntfy doesn't allow posting to this topic (403)");
  if (status === 404 && body?.["code"] === NO_TOPIC)
    return untilFixed("address", "ntfy says that the topic doesn't exist (404)");
  if (status === 400 || status === 413) return refusedForm(plain, `ntfy rejected the message format (${status})`);
  return passing(answer);
}
