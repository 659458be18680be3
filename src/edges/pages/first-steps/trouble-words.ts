import type { Refusal } from "../../../core/refusal.ts";
import type { Trouble } from "../../../flows/manage/connect/look-up.ts";

/** What kept a try from working, for people: what it is, and what to do about it. */
export interface TroubleSaid {
  what: string;
  mend: string;
  /** Whether the way in which it is asked is to be looked at. */
  opens: boolean;
}

const said = (what: string, mend: string, opens = false): TroubleSaid => ({ what, mend, opens });

const PASTE = "Below, paste an example address of the live check from your provider's documentation.";

/** `who` is the name of whom it is about. */
export function troubleWords({ doing, fault }: Trouble, who: string): TroubleSaid {
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

/** No answer came, or none that was read. */
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

/** What an answer of this status, or with a failure inside, means. */
function answered(status: number, detail: string, who: string): TroubleSaid {
  if (status >= 200 && status <= 299)
    return said("The service answered with an error.", `${upper(detail)}. ${PASTE}`, true);
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

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const refused = (status: number): TroubleSaid =>
  said("The service rejected the user name or password.", `Enter both again (status ${status}).`);

function unnamed(asks: "userId" | "handle", doing: Trouble["doing"], who: string): TroubleSaid {
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

/** A refusal of our own, in the same words. */
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
