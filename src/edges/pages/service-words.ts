import { troublesOf, type Pulse } from "../../core/pulse.ts";
import { isBlind, type Reason } from "../../core/reason.ts";

/** What is wrong, for somebody who runs no servers: in two words, and in a sentence with what it means for them. */
interface TroubleWords {
  headline: string;
  means: string;
  /** What mends it. */
  mend: string;
}

const words = (headline: string, means: string, mend: string): TroubleWords => ({
  headline,
  means,
  mend,
});

/** Every reason that the health check names. */
const TROUBLES: Record<Reason, TroubleWords> = {
  tick_ahead: words(
    "The clock is wrong",
    "The last check was dated ahead of now, so nobody is looked at until then.",
    "Set the clock of the machine right.",
  ),
  no_ticks: words(
    "Nobody is looking",
    "No check has begun for a while, so starts are missed.",
    "On Cloudflare, see whether the cron trigger is there; on your own machine, start Tallylight again.",
  ),
  not_connected: words(
    "Not connected",
    "Nobody said yet where the service is, so nobody is looked at.",
    "Give its address and your account there.",
  ),
  tick_failed: words("A step failed", "Part of the last check did not work.", "The log says why."),
  no_polls: words(
    "Checks do not end",
    "Checks begin and none was finished for a while.",
    "See whether the queue for checks has its consumer; the log says more.",
  ),
  batches_lost: words(
    "Some checks are lost",
    "Checks of some creators end before their time again and again.",
    "The paid plan of Cloudflare gives each more time.",
  ),
  queue_refused: words(
    "Checks are slower",
    "Today's share of the queue is used up; each minute does what it can by itself.",
    "It is there again at midnight UTC; the paid plan has more.",
  ),
  database_quota: words(
    "Today's database rows are nearly used up",
    "Cloudflare's free plan gives the database so many rows a day. When they are used up, nothing is checked until midnight UTC.",
    "Close tabs that nobody looks at, check less often, or move to Cloudflare's paid plan.",
  ),
  budget_exceeded: words(
    "You hear late",
    "There is more to check than calls a minute.",
    "Allow more calls a minute, watch fewer, or check them less often.",
  ),
  behind: words(
    "Alerts are delayed",
    "Checks take longer than the time between them, so starts are seen late.",
    "Check whether the service answers slowly. If it does not, watch fewer creators or check them less often.",
  ),
  upstream_unauthorized: words(
    "Signed out of the service",
    "The service refuses the name and password that it is asked with.",
    "Give Tallylight the right name and password of the service.",
  ),
  upstream_key_expired: words(
    "The service's key has ended",
    "The service says that the key has expired.",
    "Renew the key where you have the account with the service.",
  ),
  upstream_throttled: words(
    "The service asks to wait",
    "It was asked too often; nothing is asked until it allows it again.",
    "It goes on by itself. If it comes again, allow fewer calls a minute.",
  ),
  upstream_failing: words(
    "The service does not answer",
    "All of the last checks failed.",
    "See whether the service is up, and whether its address is right.",
  ),
  upstream_drifted: words(
    "Answers are not understood",
    "The service answers in another form than before.",
    "Look at an answer, and say anew where in it stands who is live.",
  ),
  upstream_suspect: words(
    "Waiting to be sure",
    "Half of the creators changed at the same moment, which is rarely true: it is checked once more before it is told.",
    "Nothing to do: the next check decides.",
  ),
  upstream_unknown: words(
    "We can't tell who is live",
    "The service answers, but half of your creators or more have had no clear answer for a while.",
    "Test the connection with somebody who is live now, and choose again which value says so.",
  ),
  channel_failing: words(
    "Messages do not arrive",
    "At least one channel refuses its messages or cannot be reached; they wait.",
    "The page of channels says which, and what to do.",
  ),
  account_key_lost: words(
    "The account cannot be opened",
    "The key that locked your account with the service is gone, so nobody is looked at.",
    "Enter the account again.",
  ),
  channel_key_lost: words(
    "A channel cannot be opened",
    "The key that locked the address of a channel is gone.",
    "Enter the address of the channel again.",
  ),
};

/** A trouble in words, and since when it stands (epoch ms; null where nobody knows). */
export interface Worded extends TroubleWords {
  reason: Reason;
  since: number | null;
  /** True where nobody knows any more who is on air. */
  blind: boolean;
}

/** Everything that is wrong at `now`, the worst first. */
export const troublesIn = (pulse: Pulse, perMinute: number, now: number): Worded[] => {
  const found = troublesOf(pulse, perMinute, now).map(({ reason, since }): Worded => {
    return { ...TROUBLES[reason], reason, since: since === 0 ? null : since, blind: isBlind(reason) };
  });
  return found.filter(({ reason }, place) => found.findIndex((one) => one.reason === reason) === place);
};
