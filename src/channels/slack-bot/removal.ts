import { bodyObject } from "../body-object.ts";
import type { OutboundAnswer, Outcome, Removal } from "../kind.ts";
import { judge } from "./judge.ts";
import { addressed } from "./message-ref.ts";
import { apiCall } from "./render.ts";
import type { SlackBotSettings } from "./settings.ts";

/** Also returned if someone else has deleted the message, or its channel. */
const GONE_ALREADY = ["message_not_found", "channel_not_found"];

/** The message is another author's, or too old. */
const NOT_DELETED = ["cant_delete_message", "compliance_exports_prevent_deletion"];

/** Deletes a message with `chat.delete`. */
export const removal: Removal<SlackBotSettings> = {
  request: ({ settings: { token, channel }, ref, bases }) =>
    apiCall("chat.delete", token, bases, JSON.stringify(addressed(ref, channel))),
  judge(answer: OutboundAnswer): Outcome {
    const error = answer.status === 200 ? bodyObject(answer.body)?.["error"] : null;
    if (typeof error === "string" && GONE_ALREADY.includes(error)) return { kind: "sent", ref: null, pauseSeconds: 0 };
    if (typeof error === "string" && NOT_DELETED.includes(error))
      return { kind: "dead", reason: `Slack doesn't delete the message (${error})` };
    return judge(answer, { edit: null, plain: true });
  },
};
