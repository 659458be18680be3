import type { Now } from "../../../flows/browse/now.ts";
import { Pill } from "../parts/pieces.tsx";
import type { Worded } from "../service-words.ts";

/** A length of time as people say it when they guess: "40 s", "2½ min". */
function about(seconds: number): string {
  if (seconds < 90) return `${Math.max(10, Math.round(seconds / 10) * 10)} s`;
  const halves = Math.round(seconds / 30);
  if (halves >= 240) return `${Math.round(seconds / 3600)} h`;
  return `${Math.floor(halves / 2)}${halves % 2 === 0 ? "" : "½"} min`;
}

/** Of what polls each minute a start is seen half a minute late where the calls reach, and else so much later. */
const expectedDelay = (asked: number, perMinute: number): number => 30 * Math.max(1, asked / perMinute);

/** How the service is, and whether its calls reach. */
export function Service({ now, troubles, perMinute }: { now: Now; troubles: Worded[]; perMinute: number }) {
  const { asked } = now.pulse.load;
  const share = Math.min(100, Math.round((asked / perMinute) * 100));
  const blind = troubles.some((one) => one.blind);
  return (
    <section class="card" aria-labelledby="service">
      <div class="cap">
        <h2 id="service">Service</h2>
        {blind ? (
          <Pill tone="hand" icon="hand">
            no answers
          </Pill>
        ) : now.pulse.lastPollAt === 0 ? (
          <Pill icon="clock">not asked yet</Pill>
        ) : (
          <Pill tone="good" icon="done">
            answers
          </Pill>
        )}
      </div>
      <div class="say">
        <p>{budgetWords(asked, perMinute)}</p>
        <svg
          class="gauge"
          viewBox="0 0 100 8"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${share} of 100 parts of the calls are asked for`}
        >
          <rect class="t" width="100" height="8" />
          <rect class="v" width={share} height="8" />
        </svg>
        <dl>
          <dt>Creators</dt>
          <dd>{now.creators}</dd>
          <dt>Rankings, hashtags, shops</dt>
          <dd>{now.others}</dd>
          <dt>Messages waiting to go</dt>
          <dd>{now.waiting}</dd>
        </dl>
      </div>
    </section>
  );
}

/** The budget in a sentence: what all together need, what there is, and what that means for alerts. */
export function budgetWords(asked: number, perMinute: number): string {
  const needs = Math.ceil(asked);
  const calls = `${needs} ${needs === 1 ? "call" : "calls"} a minute`;
  if (asked <= perMinute)
    return `All that you watch needs ${calls}; you have ${perMinute}. Everybody is checked as often as you asked.`;
  return `All that you watch needs ${calls}; you have ${perMinute}. Expect to hear of a start after about ${about(expectedDelay(asked, perMinute))}.`;
}
