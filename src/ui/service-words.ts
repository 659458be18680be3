import { troublesOf, type HealthSnapshot } from "../core/health-snapshot.ts";
import { isBlind, type Reason, type Problem } from "../core/reason.ts";
import { marked, t } from "./words/text.ts";

/** A trouble, explained to somebody who runs no servers: a headline of two words, and its consequence. */
interface ProblemWords {
  headline: string;
  means: string;
  /** The remedy. */
  mend: string;
}

const words = (headline: string, means: string, mend: string): ProblemWords => ({
  headline,
  means,
  mend,
});

/** The words of every reason that the health check reports. */
const TROUBLES: Record<Reason, ProblemWords> = {
  tick_ahead: words(
    marked("Wrong clock"),
    marked("The last check is dated in the future, so no checks run until then."),
    marked("Correct the server's clock."),
  ),
  no_ticks: words(
    marked("Checks have stopped"),
    marked("No check has started for a while, so live streams are missed."),
    marked("On Cloudflare, check that the cron trigger exists. If you host it yourself, restart Tallylight."),
  ),
  not_connected: words(
    marked("Not connected"),
    marked("No data service is connected, so no one is checked."),
    marked("Enter its address and your account."),
  ),
  tick_failed: words(marked("A check failed"), marked("Part of the last check didn't work."), marked("See the log.")),
  no_polls: words(
    marked("Checks don't finish"),
    marked("Checks start, but none has finished for a while."),
    marked("Check that the queue for checks has a consumer. The log has the details."),
  ),
  batches_lost: words(
    marked("Some checks are cut off"),
    marked("Checks of some creators are repeatedly cut off before they finish."),
    marked("Cloudflare's paid plan gives each check more time."),
  ),
  queue_refused: words(
    marked("Checks are slower"),
    marked("Today's queue quota is used up, so each minute checks only as many as it can."),
    marked("It resets at midnight UTC. Cloudflare's paid plan has a higher quota."),
  ),
  database_quota: words(
    marked("Daily database quota nearly used up"),
    marked(
      "Cloudflare's free plan limits database rows per day. Once they are used up, checks stop until midnight UTC.",
    ),
    marked("Close unused tabs, check less often, or move to Cloudflare's paid plan."),
  ),
  budget_exceeded: words(
    marked("Alerts are delayed"),
    marked("You are watching more than your checks per minute allow."),
    marked("Allow more checks per minute, watch fewer creators, or check them less often."),
  ),
  behind: words(
    marked("Alerts are delayed"),
    marked("Each check takes longer than the time between checks, so live streams are noticed late."),
    marked("Check if the data service is slow. If it isn't, watch fewer creators or check them less often."),
  ),
  upstream_unauthorized: words(
    marked("Login rejected"),
    marked("The data service rejects the user name or password."),
    marked("Enter the correct user name and password."),
  ),
  upstream_key_expired: words(
    marked("The service's key has expired"),
    marked("The data service says that the key has expired."),
    marked("Renew the key in your account with the service."),
  ),
  upstream_throttled: words(
    marked("Too many requests"),
    marked("The data service asked us to slow down. Checks are paused until it allows them again."),
    marked("Checks resume by themselves. If this happens again, allow fewer checks per minute."),
  ),
  upstream_refused: words(
    marked("{operation} is refused"),
    marked(
      "The data service refuses {operation}, so what needs it isn't checked. Everything else is checked as usual.",
    ),
    marked("Check that your account with the service includes it, or delete what needs it. We try every ten minutes."),
  ),
  upstream_failing: words(
    marked("The service isn't responding"),
    marked("All recent checks failed."),
    marked("Check that the service is up and its address is correct."),
  ),
  upstream_drifted: words(
    marked("The service's answers have changed"),
    marked("The data service sends a different format than before, so we can't read it."),
    marked("Test the connection and choose again which value means live."),
  ),
  upstream_suspect: words(
    marked("Double-checking"),
    marked(
      "At least half of the creators changed at the same moment, which is unusual. We check again before sending alerts.",
    ),
    marked("Nothing to do. The next check decides."),
  ),
  upstream_unknown: words(
    marked("We can't tell who is live"),
    marked("The data service responds, but at least half of your creators have had no clear answer for a while."),
    marked("Test the connection with someone who is live now and choose again which value means live."),
  ),
  channel_failing: words(
    marked("Messages aren't arriving"),
    marked("At least one channel rejects messages or can't be reached. Messages are waiting."),
    marked("Open Channels to see which one and what to do."),
  ),
  account_key_lost: words(
    marked("The account can't be decrypted"),
    marked("The encryption key for your service account is missing, so no one is checked."),
    marked("Enter the account again."),
  ),
  channel_key_lost: words(
    marked("A channel can't be decrypted"),
    marked("The encryption key for a channel's address is missing."),
    marked("Enter the channel's address again."),
  ),
};

/** The words of an operation that is limited while everything else goes on. */
const LIMITED = words(
  marked("{operation} is limited"),
  marked(
    "The data service limits {operation}, so what needs it is checked later. Everything else is checked as usual.",
  ),
  marked("Nothing to do. Checks resume by themselves."),
);

function wordsOf({ reason, refused }: Problem): ProblemWords {
  if (refused === undefined) return TROUBLES[reason];
  return refused.limited ? LIMITED : TROUBLES.upstream_refused;
}

/** The English words of a reason of `/healthz`, for a terminal; null if it has none. */
export const reasonWords = (reason: string): ProblemWords | null =>
  Object.hasOwn(TROUBLES, reason) ? TROUBLES[reason as Reason] : null;

/** A trouble in words, with its start (epoch ms; null if unknown). */
export interface Worded extends ProblemWords {
  reason: Reason;
  since: number | null;
  /** True if nobody can tell any more who is live. */
  blind: boolean;
}

/** Returns every trouble at `now`, the worst first. */
export const troublesIn = (healthSnapshot: HealthSnapshot, perMinute: number, now: number): Worded[] => {
  const found = troublesOf(healthSnapshot, perMinute, now).map((problem): Worded => {
    const { reason, since, refused } = problem;
    const { headline, means, mend } = wordsOf(problem);
    const named = refused === undefined ? {} : { operation: refused.operation };
    const reported = { headline: t(headline, named), means: t(means, named), mend: t(mend) };
    return { ...reported, reason, since: since === 0 ? null : since, blind: isBlind(reason) };
  });
  const named = ({ reason, headline }: Worded) => `${reason} ${headline}`;
  return found.filter((one, place) => found.findIndex((other) => named(other) === named(one)) === place);
};
