import { bodyObject } from "../body-object.ts";
import { PAUSE_SECONDS } from "../dialects/slack/pace.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing, refusedForm, untilFixed } from "../outcomes.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { meaningOf } from "./codes.ts";
import { messageRef } from "./message-ref.ts";

/** What Slack's answer to a bot means: success is `ok: true`, failures are named by a code, mostly under status 200. */
export function judge(answer: OutboundAnswer, { edit, plain }: { edit: string | null; plain: boolean }): Outcome {
  const { status, headers } = answer;
  if (status === null || status >= 500 || status === 429) return passing(answer);
  const body = bodyObject(answer.body);
  if (status === 200 && body?.["ok"] === true)
    return { kind: "sent", ref: messageRef(body["channel"], body["ts"]), pauseSeconds: PAUSE_SECONDS };
  const error = body?.["error"];
  const code = typeof error === "string" && /^[a-z_]{1,50}$/.test(error) ? error : "";
  const meaning = meaningOf(code, edit !== null);
  if (meaning === "gone") return { kind: "gone", reason: `Slack says that the bot cannot post any more (${code})` };
  if (meaning === "vanished")
    return { kind: "vanished", reason: `Slack says that the message cannot be edited any more (${code})` };
  if (meaning === "waits")
    return untilFixed("allow", `Slack does not let the bot post until somebody allows it (${code})`);
  if (meaning === "slow") return later(`Slack asked to slow down (${code})`, "channel", retryAfterSeconds(headers));
  if (meaning === "form") return refusedForm(plain, `Slack refused the message's form (${code})`);
  if (status === 400 || status === 413) return refusedForm(plain, `Slack refused the message's form (${status})`);
  return status < 300 ? later(`Slack did not say ok${code === "" ? "" : ` (${code})`}`) : passing(answer);
}
