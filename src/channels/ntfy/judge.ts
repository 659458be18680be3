import { bodyObject } from "../body-object.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing, refusedForm, unclearRefusal, unknownRefusal, untilFixed } from "../outcomes.ts";

/** ntfy's codes for a topic that it does not take: missing, invalid, or reserved. */
const NO_TOPIC = [40009, 40010, 40401];

/** Codes that reject the body: priority, encoding, attachment, JSON, actions, icon, size. */
const BODY = [40007, 40011, 40013, 40014, 40017, 40018, 40021, 40024, 41301, 41303];

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
  const code = Number(body?.["code"]);
  if (NO_TOPIC.includes(code))
    return untilFixed("address", `ntfy says that the topic doesn't exist or isn't allowed (${status})`);
  if (status === 413 || BODY.includes(code)) return refusedForm(plain, `ntfy rejected the message format (${status})`);
  return Number.isNaN(code) ? unclearRefusal(answer, plain) : unknownRefusal(answer);
}
