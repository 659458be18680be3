import { troublesOf, type HealthSnapshot } from "../../core/health-snapshot.ts";
import { isBlind, type Reason } from "../../core/reason.ts";

/** A trouble, explained to somebody who runs no servers: a headline of two words, and its consequence. */
interface TroubleWords {
  headline: string;
  means: string;
  /** The remedy. */
  mend: string;
}

const words = (headline: string, means: string, mend: string): TroubleWords => ({
  headline,
  means,
  mend,
});

/** The words of every reason that the health check reports. */
const TROUBLES: Record<Reason, TroubleWords> = {
  tick_ahead: words(
    "Wrong clock",
    "The last check is dated in the future, so no checks run until then.",
    "Correct the server's clock.",
  ),
  no_ticks: words(
    "Checks have stopped",
    "No check has started for a while, so live streams are missed.",
    "On Cloudflare, check that the cron trigger exists. If you host it yourself, restart Tallylight.",
  ),
  not_connected: words(
    "Not connected",
    "No data service is connected, so no one is checked.",
    "Enter its address and your account.",
  ),
  tick_failed: words("A check failed", "Part of the last check didn't work.", "See the log."),
  no_polls: words(
    "Checks don't finish",
    "Checks start, but none has finished for a while.",
    "Check that the queue for checks has a consumer. The log has the details.",
  ),
  batches_lost: words(
    "Some checks are cut off",
    "Checks of some creators are repeatedly cut off before they finish.",
    "Cloudflare's paid plan gives each check more time.",
  ),
  queue_refused: words(
    "Checks are slower",
    "Today's queue quota is used up, so each minute checks only as many as it can.",
    "It resets at midnight UTC. Cloudflare's paid plan has a higher quota.",
  ),
  database_quota: words(
    "Daily database quota nearly used up",
    "Cloudflare's free plan limits database rows per day. Once they are used up, checks stop until midnight UTC.",
    "Close unused tabs, check less often, or move to Cloudflare's paid plan.",
  ),
  budget_exceeded: words(
    "Alerts are delayed",
    "You are watching more than your checks per minute allow.",
    "Allow more checks per minute, watch fewer creators, or check them less often.",
  ),
  behind: words(
    "Alerts are delayed",
    "Each check takes longer than the time between checks, so live streams are noticed late.",
    "See whether the data service is slow. If it isn't, watch fewer creators or check them less often.",
  ),
  upstream_unauthorized: words(
    "Login rejected",
    "The data service rejects the user name or password.",
    "Enter the correct user name and password.",
  ),
  upstream_key_expired: words(
    "The service's key has expired",
    "The data service says that the key has expired.",
    "Renew the key in your account with the service.",
  ),
  upstream_throttled: words(
    "Too many requests",
    "The data service asked us to slow down. Checks are paused until it allows them again.",
    "Checks resume by themselves. If this happens again, allow fewer checks per minute.",
  ),
  upstream_failing: words(
    "The service isn't responding",
    "All recent checks failed.",
    "Check that the service is up and its address is correct.",
  ),
  upstream_drifted: words(
    "The service's answers have changed",
    "The data service sends a different format than before, so we can't read it.",
    "Test the connection and choose again which value means live.",
  ),
  upstream_suspect: words(
    "Double-checking",
    "At least half of the creators changed at the same moment, which is unusual. We check again before sending alerts.",
    "Nothing to do. The next check decides.",
  ),
  upstream_unknown: words(
    "We can't tell who is live",
    "The data service responds, but at least half of your creators have had no clear answer for a while.",
    "Test the connection with someone who is live now and choose again which value means live.",
  ),
  channel_failing: words(
    "Messages aren't arriving",
    "At least one channel rejects messages or can't be reached. Messages are waiting.",
    "Open Channels to see which one and what to do.",
  ),
  account_key_lost: words(
    "The account can't be decrypted",
    "The encryption key for your service account is missing, so no one is checked.",
    "Enter the account again.",
  ),
  channel_key_lost: words(
    "A channel can't be decrypted",
    "The encryption key for a channel's address is missing.",
    "Enter the channel's address again.",
  ),
};

/** A trouble in words, with its start (epoch ms; null if unknown). */
export interface Worded extends TroubleWords {
  reason: Reason;
  since: number | null;
  /** True if nobody can tell any more who is live. */
  blind: boolean;
}

/** Returns every trouble at `now`, the worst first. */
export const troublesIn = (healthSnapshot: HealthSnapshot, perMinute: number, now: number): Worded[] => {
  const found = troublesOf(healthSnapshot, perMinute, now).map(({ reason, since }): Worded => {
    return { ...TROUBLES[reason], reason, since: since === 0 ? null : since, blind: isBlind(reason) };
  });
  return found.filter(({ reason }, place) => found.findIndex((one) => one.reason === reason) === place);
};
