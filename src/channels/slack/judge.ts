import type { OutboundAnswer, Outcome } from "../kind.ts";
import { PAUSE_SECONDS } from "../dialects/slack/pace.ts";
import { later, passing, refusedForm, untilFixed } from "../outcomes.ts";

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

/** What Slack's answer means: success is 200 and "ok", failures are named by a code in the body. */
export function judge(answer: OutboundAnswer, { plain }: { plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const code = codeOf(answer.body);
  if (status === 200 && code === "ok") return { kind: "sent", ref: null, pauseSeconds: PAUSE_SECONDS };
  if (GONE.includes(code)) return { kind: "gone", reason: `Slack says that the webhook is no more (${code})` };
  if (WAITS.includes(code))
    return untilFixed("allow", `Slack does not let the webhook post until somebody allows it (${code})`);
  if (FORM.includes(code)) return refusedForm(plain, `Slack refused the message's form (${code})`);
  if (status === 400 || status === 413) return refusedForm(plain, `Slack refused the message's form (${status})`);
  if (status === 410) return { kind: "gone", reason: "Slack says that the webhook is no more (410)" };
  return status < 300 ? later("Slack did not say ok") : passing(answer);
}

/** A workflow's trigger answers in JSON, an incoming webhook with the bare word. */
function codeOf(body: string): string {
  const text = body.trim().toLowerCase().replaceAll(" ", "_");
  if (/^\{"ok":_?true\b/.test(text)) return "ok";
  return /^[a-z_]{1,60}$/.exec(text)?.[0] ?? /"error":_?"([a-z_]{1,60})"/.exec(text)?.[1] ?? "";
}
