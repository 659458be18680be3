import { bodyObject } from "../body-object.ts";
import type { Outcome, Removal } from "../kind.ts";
import { addressed, apiCall } from "./api.ts";
import { judge, saidIn } from "./judge.ts";
import type { TelegramSettings } from "./settings.ts";

/** Deletes a message with `deleteMessage`. Telegram allows that for 48 hours. */
export const removal: Removal<TelegramSettings> = {
  request: ({ settings: { token }, ref, bases }) => apiCall("deleteMessage", token, bases, addressed(ref)),
  judge(answer): Outcome {
    const gone = answer.status === 400 && saidIn(bodyObject(answer.body)).includes("message to delete not found");
    if (gone) return { kind: "sent", ref: null, pauseSeconds: 0 };
    const outcome = judge(answer, { edit: "", plain: true });
    return outcome.kind === "vanished" || outcome.kind === "dead"
      ? { kind: "dead", reason: "Telegram does not delete the message (400)" }
      : outcome;
  },
};
