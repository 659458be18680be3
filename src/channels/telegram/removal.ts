import { bodyObject } from "../body-object.ts";
import type { Outcome, Removal } from "../kind.ts";
import { addressed, apiCall } from "./api.ts";
import { judge, reportedIn } from "./judge.ts";
import type { TelegramSettings } from "./settings.ts";

/** Descriptions of messages that can no longer be deleted. */
const NOT_DELETED = /message can't be deleted|message_delete_forbidden|message identifier|message_id_invalid/;

/** Deletes a message with `deleteMessage`. Telegram allows that for 48 hours. */
export const removal: Removal<TelegramSettings> = {
  request: ({ settings: { token }, ref, bases }) => apiCall("deleteMessage", token, bases, addressed(ref)),
  judge(answer): Outcome {
    const reported = answer.status === 400 ? reportedIn(bodyObject(answer.body)) : "";
    if (reported.includes("message to delete not found")) return { kind: "sent", ref: null, pauseSeconds: 0 };
    const outcome = judge(answer, { edit: null, plain: true });
    // A group that has moved leaves its messages behind.
    return NOT_DELETED.test(reported) || outcome.kind === "dead" || outcome.kind === "moved"
      ? { kind: "dead", reason: "Telegram does not delete the message (400)" }
      : outcome;
  },
};
