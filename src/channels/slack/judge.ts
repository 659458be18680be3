import type { OutboundAnswer, Outcome } from "../kind.ts";
import { PAUSE_SECONDS } from "../dialects/slack/pace.ts";
import { later, passing, refusedForm, unclearRefusal, unknownRefusal, untilFixed } from "../outcomes.ts";

const GONE = [
  "no_service",
  "no_service_id",
  "no_active_hooks",
  "no_team",
  "team_disabled",
  "channel_not_found",
  "channel_is_archived",
  "invalid_token",
];
const WAITS = ["action_prohibited", "posting_to_general_channel_denied"];
const FORM = ["invalid_payload", "invalid_blocks", "invalid_attachments", "too_many_attachments", "no_text"];

/** Judges Slack's answer. Success is 200 with "ok"; failures have a code in the body. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const code = codeOf(answer.body);
  if (status === 200 && code === "ok") return { kind: "sent", ref: null, pauseSeconds: PAUSE_SECONDS };
  if (GONE.includes(code)) return { kind: "gone", reason: `Slack says that the webhook no longer exists (${code})` };
  if (WAITS.includes(code)) return untilFixed("allow", `Slack doesn't allow the webhook to post (${code})`);
  if (FORM.includes(code)) return refusedForm(plain, `Slack rejected the message format (${code})`);
  if (status === 413) return refusedForm(plain, "Slack rejected the message format (413)");
  if (status === 410) return { kind: "gone", reason: "Slack says that the webhook no longer exists (410)" };
  if (status < 300) return later("Slack did not say ok");
  return code === "" ? unclearRefusal(answer, plain) : unknownRefusal(answer);
}

/** The code in an answer. Workflow triggers answer in JSON, incoming webhooks in plain text. */
function codeOf(body: string): string {
  const text = body.trim().toLowerCase().replaceAll(" ", "_");
  if (/^\{"ok":_?true\b/.test(text)) return "ok";
  return /^[a-z_]{1,60}$/.exec(text)?.[0] ?? /"error":_?"([a-z_]{1,60})"/.exec(text)?.[1] ?? "";
}
