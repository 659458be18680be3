import type { ListedOperation } from "../../engine/upstream/shape.ts";
import { capital } from "../../core/text.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { TrialFault } from "../service/connect/look-up.ts";
import { plural, t } from "../../ui/words/text.ts";

/** "Get user video feed" is "User video feed". */
export function operationWords({ title, name }: Pick<ListedOperation, "title" | "name">): string {
  const words = title === "" ? name : title.replace(/^(get|extract)\s+(?=\S)/i, "");
  return capital(words);
}

/** Says why a try gave nothing to watch. */
export function faultWords(fault: TrialFault["fault"]): string {
  switch (fault.kind) {
    case "unnamed":
      return fault.asks === "userId"
        ? t("The service can't look up names. Enter the user ID instead.")
        : t("The service needs the @handle here, not an ID.");
    case "unread":
      return t("It answered, but not with data. Check the address.");
    case "throttled":
      return t("The service asked us to slow down. Try again in a minute.");
    case "gone":
      return t("Your service doesn't know this name or ID.");
    case "malformed":
    case "unreadable":
      return t("The answer has no list. Watch its numbers and texts instead, or try someone who has more.");
    case "refused":
      return fault.status === null
        ? t("The service refused the request (status unknown).")
        : t("The service refused the request (status {status}).", { status: String(fault.status) });
    case "bug":
    case "unreachable":
      return fault.status === null
        ? t("The service didn't answer. Try again in a moment.")
        : t("The service answered with an error (status {status}). Check what you entered.", {
            status: String(fault.status),
          });
  }
}

/** Says why a try did not start. */
export function refusalWords(refusal: Refusal): string {
  if (refusal.kind === "throttled")
    return plural(
      Math.max(1, Math.ceil(refusal.retryAfterSeconds)),
      "This minute's checks are used up. Try again in {n} second.",
      "This minute's checks are used up. Try again in {n} seconds.",
    );
  if (refusal.kind === "invalid")
    return refusal.errors
      .map(({ pointer, message }) => `${pointer.split("/").at(-1) ?? ""} ${t(message)}`.trim())
      .join("; ");
  return t("The test couldn't run. Connect your data service first.");
}
