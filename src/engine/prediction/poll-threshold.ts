/**
 * The poll threshold: what a poll must be worth, so that all polls together use the budget. Stored in the ticker's row.
 */

const MAX_ERROR = 0.5;

/** The initial threshold, for four starts per week of every target. `share` is targets per call and minute, N/B. */
export const firstPrice = (share: number): number => Math.sqrt(4 / 10_080) * share;

/** A polled target: its previous poll, when this one was planned, and whether that was its longest wait. */
export interface Polled {
  last: number;
  planned: number;
  atLongest: boolean;
}

/**
 * The threshold after a tick: higher if polls came later than planned, lower if earlier. If most targets are at their
 * longest wait, it is too high to tell them apart. `calls` is what a tick may make.
 */
export function priceAfter(price: number, polled: Polled[], now: number, calls: number, targets: number): number {
  let [sum, count] = [0, 0];
  const longest = polled.reduce((all, { atLongest }) => all + Number(atLongest), 0);
  const tooDear = longest > polled.length / 2;
  for (const { last, planned, atLongest } of polled) {
    const error = Math.log(Math.max(1, now - last) / Math.max(1, planned - last));
    // A target at its bounds only counts if it is late, or if most are at their longest wait.
    if (error <= 0 && ((atLongest && !tooDear) || now - last <= 60_000)) continue;
    sum += Math.min(MAX_ERROR, Math.max(-MAX_ERROR, error));
    count += 1;
  }
  if (count === 0) return price;
  const gain = Math.min(0.05, (0.4 * calls) / targets);
  return price * Math.exp((gain * sum) / Math.max(count, 0.3 * calls));
}
