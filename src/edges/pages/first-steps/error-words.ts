import { capital } from "../../../core/text.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { shownName } from "../words/name.ts";
import type { TrialFault } from "../../../flows/commands/connect/look-up.ts";

/** Why a test failed, for people: what happened, and what to do. */
export interface TroubleSaid {
  what: string;
  mend: string;
  /** Whether to open the details of the request. */
  opens: boolean;
  /** The address that a redirect leads to. */
  redirect?: string;
}

const said = (what: string, mend: string, opens = false): TroubleSaid => ({ what, mend, opens });

const PASTE = "Below, paste an example address of the live check from your provider's documentation.";

/** `who` is the name of whom it is about. */
export function troubleWords({ doing, fault, redirect }: TrialFault, who: string): TroubleSaid {
  if (redirect !== undefined)
    return { ...said(`It redirects to ${shownName(redirect)}.`, "Redirects aren't followed."), redirect };
  if (fault.kind === "unnamed") return unnamed(fault.asks, doing, who);
  if (fault.kind === "unread")
    return said("It answered, but not with data.", `It may be a normal web page. ${PASTE}`, true);
  const { status, detail } = fault;
  if (doing === "look up") {
    if (fault.kind === "refused" && (status === 401 || status === 403)) return refused(status);
    return said(
      `The service couldn't find ${who}.`,
      "Enter the user ID instead of the name, or paste an example of the name lookup below.",
      true,
    );
  }
  return status === null ? silent(detail) : answered(status, detail, who);
}

/** Explains a missing or unread answer. */
function silent(detail: string): TroubleSaid {
  if (detail.startsWith("no answer"))
    return said("The service took too long to answer.", "Check the address, and that the service is up.");
  if (detail.startsWith("the answer is too large"))
    return said("The answer is larger than 4 MB.", `That isn't a live check of one creator. ${PASTE}`, true);
  if (detail.startsWith("not asked"))
    return said(
      "The service refused earlier, so calls are paused for ten minutes.",
      "Enter the account again to try now.",
    );
  return said("Nothing answers at this address.", "Check that the address is correct.");
}

/** Explains an answer with this status, or with an error inside. */
function answered(status: number, detail: string, who: string): TroubleSaid {
  if (status >= 200 && status <= 299)
    return said("The service answered with an error.", `${capital(detail)}. ${PASTE}`, true);
  if (status === 401 || status === 403) return refused(status);
  if (status === 404 || status === 410)
    return said(
      `The service doesn't know this address, or doesn't know ${who} (status ${status}).`,
      `${PASTE} If the address is correct, check the name.`,
      true,
    );
  if (status === 428) return said("The service says that the key has expired.", "Renew it in your account there.");
  if (status === 429) return said("The service asked us to slow down.", "Try again in a minute.");
  if (status < 400)
    return said("The service redirects to another address.", "Enter that address instead: redirects aren't followed.");
  return said(`The service answered with status ${status}.`, "Check that it is up, then try again.");
}

const refused = (status: number): TroubleSaid =>
  said("The service rejected the user name or password.", `Enter both again (status ${status}).`);

function unnamed(asks: "userId" | "handle", doing: TrialFault["doing"], who: string): TroubleSaid {
  if (doing === "look up")
    return said(
      `The check needs a user ID, and Tallylight can't look up ${who}'s yet.`,
      "Enter the user ID instead of the name, or paste an example of the name lookup below.",
      true,
    );
  return asks === "handle"
    ? said("The check needs a name.", `Enter the @handle of ${who} instead of the ID.`)
    : said("The check needs an ID.", `Enter the user ID of ${who}.`);
}

/** Explains our own refusal. */
export function refusalWords(refusal: Refusal): TroubleSaid {
  if (refusal.kind === "throttled")
    return said(
      "This minute's checks are used up.",
      `Try again in ${Math.max(1, Math.ceil(refusal.retryAfterSeconds))} seconds. Nothing you typed is lost.`,
    );
  if (refusal.kind === "invalid")
    return said("This request isn't valid.", refusal.errors.map(({ message }) => message).join("; "), true);
  return said("The test couldn't run.", "detail" in refusal ? refusal.detail : "Try again.");
}
