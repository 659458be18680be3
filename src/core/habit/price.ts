/** What a poll must be worth, so that all polls together take the budget: kept on the ticker's row. */

const MAX_ERROR = 0.5;

/** The first price: what four starts a week of everybody come to. `share` is targets a call a minute, N/B. */
export const firstPrice = (share: number): number => Math.sqrt(4 / 10_080) * share;

/** A target that was polled: when it was before, when it was planned, whether that was the longest it may wait. */
export interface Polled {
  last: number;
  planned: number;
  atLongest: boolean;
}

/**
 * The price after a tick: up where polls came later than planned, down where they came earlier. Where most wait as long as anybody
 * may, it is too high to tell them apart. `calls` is what a tick may make.
 */
export function priceAfter(price: number, polled: Polled[], now: number, calls: number, targets: number): number {
  let [sum, count] = [0, 0];
  const longest = polled.reduce((all, { atLongest }) => all + Number(atLongest), 0);
  const tooDear = longest > polled.length / 2;
  for (const { last, planned, atLongest } of polled) {
    const error = Math.log(Math.max(1, now - last) / Math.max(1, planned - last));
    // What stands at its bounds says something only where it is late, or where that is all that the price can tell.
    if (error <= 0 && ((atLongest && !tooDear) || now - last <= 60_000)) continue;
    sum += Math.min(MAX_ERROR, Math.max(-MAX_ERROR, error));
    count += 1;
  }
  const gain = Math.min(0.05, (0.4 * calls) / targets);
  return price * Math.exp((gain * sum) / Math.max(count, 0.3 * calls));
}
