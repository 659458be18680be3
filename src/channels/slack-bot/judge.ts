import { bodyObject } from "../body-object.ts";
import { PAUSE_SECONDS } from "../dialects/slack/pace.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing, refusedForm, unclearRefusal, untilFixed } from "../outcomes.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { meaningOf } from "./codes.ts";
import { messageRef } from "./message-ref.ts";

/** Judges Slack's answer to a bot. Success is `ok: true`; failures have a code, mostly with status 200. */
export function judge(answer: OutboundAnswer, { edit, plain }: { edit: string | null; plain: boolean }): Outcome {
  const { status, headers } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status === 200 && body?.["ok"] === true)
    return { kind: "sent", ref: messageRef(body["channel"], body["ts"]), pauseSeconds: PAUSE_SECONDS };
  const error = body?.["error"];
  const code = typeof error === "string" && /^[a-z_]{1,50}$/.test(error) ? error : "";
  const meaning = meaningOf(code, edit !== null);
  if (meaning === "gone") return { kind: "gone", reason: `Slack says that the bot can no longer post (${code})` };
  if (meaning === "vanished")
    return { kind: "vanished", reason: `Slack says that the message can no longer be edited (${code})` };
  if (meaning === "waits") return untilFixed("allow", `Slack doesn't allow the bot to post (${code})`);
  if (meaning === "slow") return later(`Slack asked to slow down (${code})`, "route", retryAfterSeconds(headers));
  if (meaning === "form") return refusedForm(plain, `Slack rejected the message format (${code})`);
  if (status === 413) return refusedForm(plain, "Slack rejected the message format (413)");
  if (meaning === "passing" || code === "")
    return status < 300
      ? later(`Slack's answer was not ok${code === "" ? "" : ` (${code})`}`)
      : unclearRefusal(answer, plain);
  return untilFixed("refused", `Slack doesn't accept the message (${code})`);
}
