import { bodyObject } from "../body-object.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing, refusedForm, untilFixed } from "../outcomes.ts";

/** ntfy's own number for a topic that is not there, on servers that make none. */
const NO_TOPIC = 40401;

/** What ntfy's answer means: a status, and the message's id where it took it. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status >= 200 && status < 300)
    return typeof body?.["id"] === "string"
      ? { kind: "sent", ref: null, pauseSeconds: 0 }
      : later("the server answered without a message: is it ntfy");
  if (status === 401) return untilFixed("token", "ntfy does not take this access token (401)");
  if (status === 403) return untilFixed("allow", "ntfy does not let anyone post to this topic without a right (403)");
  if (status === 404 && body?.["code"] === NO_TOPIC)
    return untilFixed("address", "ntfy says that there is no such topic (404)");
  if (status === 400 || status === 413) return refusedForm(plain, `ntfy refused the message's form (${status})`);
  return passing(answer);
}
