import { capital } from "../../../core/text.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { displayedName } from "../../../ui/words/name.ts";
import type { TrialFault } from "../../service/connect/look-up.ts";
import { plural, t } from "../../../ui/words/text.ts";

/** Why a test failed, for people: what happened, and what to do. */
export interface ProblemReported {
  what: string;
  mend: string;
  /** Whether to open the details of the request. */
  opens: boolean;
  /** The address that a redirect leads to. */
  redirect?: string;
}

const reported = (what: string, mend: string, opens = false): ProblemReported => ({ what, mend, opens });

const paste = (): string => t("Below, paste an example address of the live check from your provider's documentation.");

/**
 * `who` is the name of the creator that it is about, `address` the host that was asked, `key` the header or parameter
 * in which a key was sent.
 */
export function problemWords(
  { doing, fault, redirect, words = "" }: TrialFault,
  who: string,
  address: string,
  key: string | null = null,
): ProblemReported {
  if (redirect !== undefined)
    return {
      ...reported(
        t("It redirects to {address}.", { address: displayedName(redirect) }),
        t("Redirects aren't followed."),
      ),
      redirect,
    };
  if (fault.kind === "unnamed") return unnamed(fault.asks, doing, who);
  if (fault.kind === "unread")
    return reported(t("It answered, but not with data."), `${t("It may be a normal web page.")} ${paste()}`, true);
  const { status, detail } = fault;
  if ((status === 401 || status === 403) && (doing === "check" || fault.kind === "refused"))
    return refused(status, words, key);
  if (fault.kind === "unreachable" && status === null) return silent(detail, address);
  if (doing === "look up") {
    return reported(
      t("The service couldn't find {who}.", { who }),
      t("Enter the user ID instead of the name, or paste an example of the name lookup below."),
      true,
    );
  }
  return status === null ? silent(detail, address) : answered(status, detail, who);
}

/** Explains a missing or unread answer. */
function silent(detail: string, address: string): ProblemReported {
  if (detail.startsWith("no answer"))
    return reported(t("The service took too long to answer."), t("Check the address, and that the service is up."));
  if (detail.startsWith("the answer is too large"))
    return reported(
      t("The answer is larger than 4 MB."),
      `${t("That isn't a live check of one creator.")} ${paste()}`,
      true,
    );
  if (detail.startsWith("not asked"))
    return reported(
      t("The service refused earlier, so calls are paused for ten minutes."),
      t("Enter the account again to try now."),
    );
  return reported(
    t("Nothing answers at {address}.", { address: displayedName(address) }),
    t("Check that the address is correct."),
  );
}

/** Explains an answer with this status, or with an error inside. */
function answered(status: number, detail: string, who: string): ProblemReported {
  if (status >= 200 && status <= 299)
    return reported(t("The service answered with an error."), `${capital(detail)}. ${paste()}`, true);
  if (status === 404 || status === 410)
    return reported(
      t("The service doesn't know this address, or doesn't know {who} (status {status}).", {
        who,
        status: String(status),
      }),
      `${paste()} ${t("If the address is correct, check the name.")}`,
      true,
    );
  if (status === 428)
    return reported(t("The service says that the key has expired."), t("Renew it in your account there."));
  if (status === 429) return reported(t("The service asked us to slow down."), t("Try again in a minute."));
  if (status < 400)
    return reported(
      t("The service redirects to another address."),
      t("Enter that address instead: redirects aren't followed."),
    );
  return reported(
    t("The service answered with status {status}.", { status: String(status) }),
    t("Check that it is up, then try again."),
  );
}

/** What the service says is quoted: it knows what it wants. */
function refused(status: number, words: string, key: string | null): ProblemReported {
  const says = words === "" ? "" : t("The service says: “{words}”.", { words: displayedName(words) });
  if (key !== null)
    return reported(
      t("The service refused the key in {place}.", { place: displayedName(key) }),
      [...(says === "" ? [] : [says]), t("Paste the command again with the right key.")].join(" "),
    );
  return reported(
    says || t("The service wants to know who asks."),
    t("Enter the user name and password, the key alone, or a curl command with its header (status {status}).", {
      status: String(status),
    }),
  );
}

function unnamed(asks: "userId" | "handle", doing: TrialFault["doing"], who: string): ProblemReported {
  if (doing === "look up")
    return reported(
      t("The check needs a user ID, and Tallylight can't look up {who}'s yet.", { who }),
      t("Enter the user ID instead of the name, or paste an example of the name lookup below."),
      true,
    );
  return asks === "handle"
    ? reported(t("The check needs a name."), t("Enter the @handle of {who} instead of the ID.", { who }))
    : reported(t("The check needs an ID."), t("Enter the user ID of {who}.", { who }));
}

/** Explains our own refusal. */
export function refusalWords(refusal: Refusal): ProblemReported {
  if (refusal.kind === "throttled")
    return reported(
      t("This minute's checks are used up."),
      plural(
        Math.max(1, Math.ceil(refusal.retryAfterSeconds)),
        "Try again in {n} second. Nothing you typed is lost.",
        "Try again in {n} seconds. Nothing you typed is lost.",
      ),
    );
  if (refusal.kind === "invalid")
    return reported(t("This request isn't valid."), refusal.errors.map(({ message }) => t(message)).join("; "), true);
  return reported(t("The test couldn't run."), "detail" in refusal ? t(refusal.detail) : t("Try again."));
}
