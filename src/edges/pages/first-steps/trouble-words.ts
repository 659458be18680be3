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

const PASTE = "Paste an address of the live check below, as your provider's documentation shows it.";

/** `who` is the name of whom it is about. */
export function troubleWords({ doing, fault }: Trouble, who: string): TroubleSaid {
  if (fault.kind === "unnamed") return unnamed(fault.asks, doing, who);
  if (fault.kind === "unread")
    return said("It answered, but not with data.", `It may be a page for people. ${PASTE}`, true);
  const { status, detail } = fault;
  if (doing === "look up") {
    if (fault.kind === "refused" && (status === 401 || status === 403)) return refused(status);
    return said(
      `The service could not say who ${who} is.`,
      "Write the user id in place of the name, or paste below how it finds somebody by name.",
      true,
    );
  }
  return status === null ? silent(detail) : answered(status, detail, who);
}

/** No answer came, or none that was read. */
function silent(detail: string): TroubleSaid {
  if (detail.startsWith("no answer"))
    return said("No answer came in time.", "See whether the address is right and the service is up.");
  if (detail.startsWith("the answer is too large"))
    return said("The answer is larger than 4 MB.", `That is no live check of one creator. ${PASTE}`, true);
  if (detail.startsWith("not asked"))
    return said(
      "The service refused before, so nothing is asked for ten minutes.",
      "Type the account again to try now.",
    );
  return said("Nobody answers there.", "See whether the address is right.");
}

/** What an answer of this status, or with a failure inside, means. */
function answered(status: number, detail: string, who: string): TroubleSaid {
  if (status >= 200 && status <= 299)
    return said("It answered, but says itself that something is wrong.", `${upper(detail)}. ${PASTE}`, true);
  if (status === 401 || status === 403) return refused(status);
  if (status === 404 || status === 410)
    return said(
      `The service knows no such address, or nobody called ${who} (it answered ${status}).`,
      `${PASTE} If the address is right, see whether the name is.`,
      true,
    );
  if (status === 428) return said("The service says that the key has ended.", "Renew it where you have the account.");
  if (status === 429) return said("The service asks to wait: it was asked too often.", "Try again in a minute.");
  if (status < 400)
    return said("The service leads elsewhere.", "Give the address that it leads to: none is followed by itself.");
  return said(`The service answered ${status}.`, "See whether it is up, then try again.");
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const refused = (status: number): TroubleSaid =>
  said("The service refuses the account or its password.", `Type both once more (it answered ${status}).`);

function unnamed(asks: "userId" | "handle", doing: Trouble["doing"], who: string): TroubleSaid {
  if (doing === "look up")
    return said(
      `The check asks for a user id, and nothing says yet how to find ${who}'s.`,
      "Write the user id in place of the name, or paste below how the service finds somebody by name.",
      true,
    );
  return asks === "handle"
    ? said("The check asks by name.", `Write the @name of ${who} in place of the id.`)
    : said("The check asks for an id.", `Write the user id of ${who}.`);
}

/** A refusal of our own, in the same words. */
export function refusalWords(refusal: Refusal): TroubleSaid {
  if (refusal.kind === "throttled")
    return said(
      "All calls of this minute are used.",
      `Try again in ${Math.max(1, Math.ceil(refusal.retryAfterSeconds))} seconds: nothing you typed is lost.`,
    );
  if (refusal.kind === "invalid")
    return said("Something cannot be asked like this.", refusal.errors.map(({ message }) => message).join("; "), true);
  return said("It could not be tried.", "detail" in refusal ? refusal.detail : "Try again.");
}
