import type { Fix } from "../../core/channel-failure.ts";
import { bodyObject } from "../body-object.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { ownWords } from "../own-words.ts";
import { rejectsContent } from "./content-errors.ts";
import { later, passing, refusedForm, unclearRefusal, untilFixed } from "../outcomes.ts";

/** Services accept at least one request a second. */
const PAUSE_SECONDS = 1;

/** Statuses for which a person must do something first. */
const FIXES: Record<number, [Fix, string]> = {
  401: ["token", "the service says that the token is not valid (401)"],
  402: ["limit", "the service sends no more emails for this account (402)"],
  403: ["allow", "the service doesn't allow this sender or API key (403)"],
  404: ["address", "the service doesn't know this address or account (404)"],
};

/** Postmark's codes for the same, which come with 422. */
const CODES: Record<number, [Fix, string]> = {
  400: ["allow", "the service doesn't know the sender (400)"],
  401: ["allow", "the sender is not confirmed at the service (401)"],
  405: ["limit", "the service sends no more emails for this account (405)"],
  406: ["address", "the service no longer sends to these recipients (406)"],
  412: ["allow", "the account at the service is not approved yet (412)"],
};

/** Judges an answer by its status, and by the code in it where a status has several meanings. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status >= 200 && status < 300)
    // Cloudflare says in the body whether it accepted the email.
    return body?.["success"] === false
      ? later("the service did not accept the email")
      : { kind: "sent", ref: null, pauseSeconds: PAUSE_SECONDS };
  const fix = FIXES[status] ?? (status === 422 ? CODES[Number(body?.["ErrorCode"])] : undefined);
  if (fix !== undefined) return untilFixed(...fix);
  if (status === 400 && /\bAPI key\b/i.test(ownWords(answer.body) ?? ""))
    return untilFixed("token", "the service says that the token is not valid (400)");
  if (status === 410) return { kind: "gone", reason: "the service wants no more emails (410)" };
  if (status === 413 || rejectsContent(body))
    return refusedForm(plain, `the service rejected the message format (${status})`);
  return unclearRefusal(answer, plain);
}
